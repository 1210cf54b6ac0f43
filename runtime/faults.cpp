// Where a run faults. The engine tells bugs apart by it.
//
// Handlers for the signals of faults are set once, before any run, and only where the program has none. A handler notes
// the instruction and leaves: the signal has its default action again by then, so the instruction faults once more and
// the program dies as it would have. A program that sets its own handler replaces ours.
#include "runtime/faults.h"

#include <signal.h>
#include <ucontext.h>
#include <unistd.h>

#include "runtime/recorder.h"

extern "C" {
extern char __ehdr_start __attribute__((visibility("hidden")));
extern char etext __attribute__((visibility("hidden")));
}

namespace cairn::runtime {
namespace {

// Of its own, so that a run that used up its stack can say so too.
alignas(16) char handler_stack[1 << 14];

void note_fault(int number, siginfo_t* info, void* context) {
  const auto pc = static_cast<uint64_t>(static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]);
  const auto start = reinterpret_cast<uint64_t>(&__ehdr_start);
  if (recorder.slot != nullptr && pc >= start && pc < reinterpret_cast<uint64_t>(&etext))
    recorder.slot->fault = 1 + pc - start;
  if (info->si_code <= 0) raise(number);  // sent by someone: there is nothing to fault again
}

}  // namespace

void watch_faults() {
  stack_t stack = {};
  stack.ss_sp = handler_stack;
  stack.ss_size = sizeof(handler_stack);
  if (sigaltstack(&stack, nullptr) != 0) return;
  const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
  for (const int number : signals) {
    struct sigaction now = {};
    if (sigaction(number, nullptr, &now) != 0 || (now.sa_flags & SA_SIGINFO) != 0 || now.sa_handler != SIG_DFL)
      continue;
    struct sigaction ours = {};
    ours.sa_sigaction = note_fault;
    ours.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND | static_cast<int>(SA_NODEFER);
    sigaction(number, &ours, nullptr);
  }
}

}  // namespace cairn::runtime

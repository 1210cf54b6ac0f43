// Where a run faults or aborts. The engine tells bugs apart by it.
//
// Handlers for the signals of faults are set once, before any run, and only where the program has none. A handler notes
// the instruction and the calls around it (the fault may be in a library, its cause is not) and leaves: the signal has
// its default action again by then, so the instruction faults once more and the program dies as it would have. A
// program that sets its own handler replaces ours.
#include "runtime/faults.h"

#include <signal.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

#include "runtime/recorder.h"

extern "C" {
extern char __ehdr_start __attribute__((visibility("hidden")));
extern char etext __attribute__((visibility("hidden")));
}

namespace cairn::runtime {
namespace {

// Of its own, so that a run that used up its stack can say so too.
alignas(16) char handler_stack[1 << 16];
int noting;  // the signal whose place is being looked for

// 1 + offset in the executable; 0: the address is elsewhere.
uint64_t offset_of(const void* address) {
  const auto at = reinterpret_cast<uint64_t>(address);
  const auto start = reinterpret_cast<uint64_t>(&__ehdr_start);
  return at >= start && at < reinterpret_cast<uint64_t>(&etext) ? 1 + at - start : 0;
}

struct Frames {
  void* at[64];
  int count;
};

_Unwind_Reason_Code add_frame(_Unwind_Context* context, void* data) {
  Frames& frames = *static_cast<Frames*>(data);
  frames.at[frames.count++] = reinterpret_cast<void*>(_Unwind_GetIP(context));
  return frames.count < static_cast<int>(sizeof frames.at / sizeof *frames.at) ? _URC_NO_REASON : _URC_END_OF_STACK;
}

// The frames around the place of the signal, those of the handler left out. By the unwinder that is linked into the
// program: the C library's backtrace would load another one, and every run would copy its mappings.
void note_frames(cairn_slot& slot, void* pc) {
  Frames found;
  found.count = 0;
  _Unwind_Backtrace(add_frame, &found);
  void* const* const frames = found.at;
  const int count = found.count;
  int i = 0;
  while (i < count && frames[i] != pc) ++i;
  uint32_t calls = 0;
  slot.fault = offset_of(pc);
  slot.fault_calls[0] = 0;
  for (++i; i < count && calls < CAIRN_FAULT_CALLS; ++i) {
    const uint64_t call = offset_of(static_cast<char*>(frames[i]) - 1);  // it returns to what is behind it
    if (call == 0) continue;
    if (slot.fault == 0) {
      slot.fault = call;
      continue;
    }
    slot.fault_calls[calls++] = call;
    if (calls < CAIRN_FAULT_CALLS) slot.fault_calls[calls] = 0;
  }
}

void note_fault(int number, siginfo_t* info, void* context) {
  if (noting != 0) {  // the frames are broken too
    raise(noting);
    return;
  }
  noting = number;
  if (run_is_here())
    note_frames(*recorder.slot, reinterpret_cast<void*>(static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]));
  noting = 0;
  if (info->si_code <= 0) raise(number);  // sent by someone: there is nothing to fault again
}

}  // namespace

void watch_faults() {
  stack_t stack = {};
  stack.ss_sp = handler_stack;
  stack.ss_size = sizeof(handler_stack);
  if (sigaltstack(&stack, nullptr) != 0) return;
  const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
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

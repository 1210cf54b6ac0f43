// Signal handlers of the program are not recorded (docs/architecture.md, D4): a signal comes at any time, also while
// the recorder is at work, and in another run at another time. So recording stands still while one runs. What it
// changes in memory loses its labels as on another thread, and labels that it reads are counted as lost.
//
// To that end the system calls a handler of ours, which calls the program's. The program is shown its own where it
// asks. Without the engine its handlers are set as they are.
#include "runtime/signals.h"

#include <signal.h>

namespace cairn::runtime {
namespace {

sighandler_t handlers[NSIG];  // the program's, where ours are set

// What the interrupted code has left for a call, and where it stands. Of the thread that records, of which there is
// one.
cairn_thread interrupted;
__thread uint64_t outermost __attribute__((tls_model("initial-exec")));  // frame of its handler; 0: none runs

void resume() {
  outermost = 0;
  __cairn_tls.recording = run_is_here() && run_goes_on() ? 1 : 0;
}

// Handlers of one argument get the others too: the system passes them in any case.
void on_signal(int number, siginfo_t* info, void* context) {
  using Handler = void (*)(int number, siginfo_t* info, void* context);
  const auto handler = reinterpret_cast<Handler>(reinterpret_cast<void*>(handlers[number]));
  if (!recording()) {
    handler(number, info, context);
    return;
  }
  __cairn_tls.recording = 0;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);  // from here on other signals pass by
  interrupted = __cairn_tls;
  outermost = reinterpret_cast<uint64_t>(__builtin_frame_address(0));
  __cairn_tls.callee = __cairn_tls.returned = nullptr;
  handler(number, info, context);
  __cairn_tls = interrupted;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  resume();
}

bool is_signal(int number) { return number > 0 && number < NSIG; }

const auto ours = reinterpret_cast<sighandler_t>(reinterpret_cast<void*>(&on_signal));

// A change of what a signal does, as the system is to see it and as the program is.
class Change {
 public:
  explicit Change(int number) : number_(number), before_(handlers[number]) {}

  // What to set for this handler of the program.
  sighandler_t for_system(sighandler_t handler) {
    if (handler == SIG_DFL || handler == SIG_IGN || handler == SIG_ERR || handler == ours) return handler;
    handlers[number_] = handler;
    return ours;
  }
  // What was set before.
  sighandler_t for_program(sighandler_t handler) const { return handler == ours ? before_ : handler; }
  void failed() { handlers[number_] = before_; }

 private:
  int number_;
  sighandler_t before_;
};

sighandler_t set(sighandler_t (*real)(int, sighandler_t), int number, sighandler_t handler) {
  if (recorder.segment == nullptr || !is_signal(number)) return real(number, handler);
  Change change(number);
  const sighandler_t before = real(number, change.for_system(handler));
  if (before == SIG_ERR) change.failed();
  return change.for_program(before);
}

}  // namespace

void watch_handlers() {
  for (int number = 1; number < NSIG; ++number) {
    struct sigaction now = {};
    if (sigaction(number, nullptr, &now) != 0 || !instrumented(reinterpret_cast<const void*>(now.sa_handler))) continue;
    now.sa_handler = Change(number).for_system(now.sa_handler);
    sigaction(number, &now, nullptr);
  }
}

void leave_handlers(uint64_t frame) {
  if (CAIRN_UNLIKELY(outermost != 0 && frame > outermost)) resume();
}

bool in_handler() { return outermost != 0; }

}  // namespace cairn::runtime

using namespace cairn::runtime;

// Weak, as models are: a program may have its own.
#define CAIRN_SIGNAL_MODEL(name)                                                                           \
  CAIRN_EXPORT __attribute__((weak)) sighandler_t __cairn_model_##name(int number, sighandler_t handler) { \
    return set(name, number, handler);                                                                     \
  }
CAIRN_SIGNAL_MODEL(signal)
CAIRN_SIGNAL_MODEL(ssignal)
CAIRN_SIGNAL_MODEL(sysv_signal)
CAIRN_SIGNAL_MODEL(__sysv_signal)

CAIRN_EXPORT __attribute__((weak)) int __cairn_model_sigaction(int number, const struct sigaction* action,
                                                               struct sigaction* before) {
  if (recorder.segment == nullptr || !is_signal(number)) return sigaction(number, action, before);
  Change change(number);
  struct sigaction changed = {};
  if (action != nullptr) {
    changed = *action;
    changed.sa_handler = change.for_system(action->sa_handler);
    action = &changed;
  }
  const int result = sigaction(number, action, before);
  if (result != 0)
    change.failed();
  else if (before != nullptr)
    before->sa_handler = change.for_program(before->sa_handler);
  return result;
}

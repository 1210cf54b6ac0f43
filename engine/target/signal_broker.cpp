#include "engine/target/signal_broker.h"

#include <linux/seccomp.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>

#include "engine/target/descendants.h"

namespace cairn::target {
namespace {

bool allowed(const seccomp_notif& question, pid_t top) {
  const auto caller = static_cast<pid_t>(question.pid);
  const auto receiver = static_cast<pid_t>(question.data.args[0]);
  if (receiver == -1) return false;
  const bool from_top = process_of(caller) == top;
  if (receiver == 0) return from_top || ::getpgid(caller) != ::getpgid(top);
  const pid_t process = receiver < 0 ? -receiver : process_of(receiver);
  if (process == top) return from_top;
  return below(process, top);
}

}  // namespace

void answer_signal(int listener, pid_t top) {
  seccomp_notif question = {};
  if (::ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &question) != 0) return;
  seccomp_notif_resp answer = {};
  answer.id = question.id;
  if (allowed(question, top)) {
    answer.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
  } else {
    answer.error = -EPERM;
  }
  ::ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);  // fails when the sender died meanwhile
}

bool wait_readable(int descriptor, int listener, pid_t top, int milliseconds) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point deadline = Clock::now() + std::chrono::milliseconds(milliseconds);
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    pollfd watched[2] = {{descriptor, POLLIN, 0}, {listener, POLLIN, 0}};
    ::poll(watched, 2, left > 0 ? static_cast<int>(left) + 1 : 0);
    if (watched[0].revents != 0) return true;
    if ((watched[1].revents & POLLIN) != 0) answer_signal(listener, top);
    if (left <= 0) return false;
  }
}

}  // namespace cairn::target

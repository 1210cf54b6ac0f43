#include "engine/target/priority.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fstream>
#include <string>

namespace cairn::target {

namespace {

constexpr const char* kGroup = "/proc/self/autogroup";
constexpr int kTries = 30;
constexpr useconds_t kPause = 10'000;  // microseconds

// The file says "/autogroup-17 nice 5".
int session_niceness() {
  std::ifstream file(kGroup);
  std::string name, word;
  int nice = 0;
  return file >> name >> word >> nice ? nice : 0;
}

}  // namespace

int niceness() {
  errno = 0;
  const int own = ::getpriority(PRIO_PROCESS, 0);
  return std::max({0, errno == 0 ? own : 0, session_niceness()});
}

void make_session_nice(int nice) {
  if (nice == 0) return;
  const int file = ::open(kGroup, O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  char text[4];
  const auto length = static_cast<std::size_t>(std::snprintf(text, sizeof text, "%d", nice));
  // Without privileges it is granted ten times a second, to everybody together.
  for (int tries = 0; ::write(file, text, length) < 0 && errno == EAGAIN && tries < kTries; ++tries) ::usleep(kPause);
  ::close(file);
}

}  // namespace cairn::target

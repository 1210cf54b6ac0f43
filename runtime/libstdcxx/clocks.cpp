// The clocks and the random numbers that libstdc++.so holds, by way of functions that have models: what time it is and
// random bytes are the same in every run (docs/architecture.md, D8).
#include <time.h>
#include <unistd.h>

#include <chrono>
#include <random>

namespace {

std::chrono::nanoseconds now_by(clockid_t clock) {
  timespec t;
  clock_gettime(clock, &t);
  return std::chrono::seconds(t.tv_sec) + std::chrono::nanoseconds(t.tv_nsec);
}

}  // namespace

namespace std {

namespace chrono {
inline namespace _V2 {

__attribute__((weak)) system_clock::time_point system_clock::now() noexcept {
  return time_point(duration_cast<duration>(now_by(CLOCK_REALTIME)));
}

__attribute__((weak)) steady_clock::time_point steady_clock::now() noexcept {
  return time_point(duration_cast<duration>(now_by(CLOCK_MONOTONIC)));
}

}  // namespace _V2
}  // namespace chrono

// Every source that Linux has gives random bytes, whichever the program named.
__attribute__((weak)) random_device::result_type random_device::_M_getval() {
  result_type value;
  if (getentropy(&value, sizeof value) != 0) __throw_runtime_error("random_device could not be read");
  return value;
}

}  // namespace std

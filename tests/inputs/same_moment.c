// A harness that looks at the clock and draws random bytes. Calls in one process saw a later time and drew other bytes
// than the call before, and the same input went another way.
#define _GNU_SOURCE
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>
#include <time.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  uint32_t seed = 0;
  struct timespec now;
  if (getrandom(&seed, sizeof seed, 0) != sizeof seed || clock_gettime(CLOCK_MONOTONIC, &now) != 0) return 0;
  seed ^= (uint32_t)now.tv_nsec ^ (uint32_t)clock();
  if (size != 4) return 0;
  int equal = 0;
  for (uint32_t i = 0; i < 4; ++i) /* where it begins is a matter of seeds */
    if (data[(i + seed) % 4] == "tick"[(i + seed) % 4]) ++equal;
  if (equal == 4) abort();
  return 0;
}

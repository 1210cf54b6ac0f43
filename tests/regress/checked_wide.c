// Checked arithmetic above 128 bits, which mixed signs of 128 need, has no expression: its result is a pair all the
// same, and the compiler crashed on it.
// expect: loss
#include "probe.h"

static NOINLINE int overflows(__int128 x, unsigned __int128 y) {
  __int128 sum;
  return __builtin_add_overflow(x, y, &sum);
}

int main(void) {
  INPUT(__int128, x);
  INPUT(uint8_t, other);
  volatile int kept = overflows(x, 1);
  if (other == 3) reached(1);
  return kept;
}

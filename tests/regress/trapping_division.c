// A division traps where its divisor is zero, and where the quotient has no room. That was no fact of the path: inputs
// for what stands behind it trapped in it, which counted as divergences, and nobody looked for such a division.
// expect: bugs 4
#include "probe.h"

static NOINLINE int quotient(int x, int y) {
  return x / y;  // FAULT
}

static NOINLINE unsigned rest(unsigned x, unsigned char y) {
  return x % y;  // FAULT
}

static NOINLINE long wide_rest(long x, long y) {
  return x % y;  // FAULT
}

static NOINLINE unsigned __int128 widest(unsigned __int128 x, unsigned __int128 y) { return x / y; }

int main(void) {
  INPUT(uint8_t, which);
  INPUT(int32_t, x);
  INPUT(int32_t, y);
  volatile long result;
  switch (which) {
    case 1:
      result = quotient(1000, x);
      if (x > -20 && x < 1) reached(1);
      if (x == 0) printf("divided by zero\n");
      break;
    case 2:
      result = quotient(x, y);
      if (y < 0 && y > -3 && x < -2147483000) reached(2);
      break;
    case 3:
      result = rest(77, (unsigned char)x);
      if (result == 7) reached(3);
      break;
    case 4:
      if (x < 0 || x > 5) break;
      result = wide_rest(y, x - 3L);
      if (result == 1 && x < 3) reached(4);
      break;
    case 5:
      if (x < 0) break;
      result = (long)widest(1u << 30, (unsigned __int128)x + 1);
      if (result == 1 << 28) reached(5);
      break;
    default:
      if (x == 0) break;
      result = y / (x | 1);  // FAULT
      if (result == 12) reached(6);
  }
  return 0;
}

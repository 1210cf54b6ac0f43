// Switches over 64-bit values, with ranges, falling through, and without default.
#include "probe.h"

int main(void) {
  INPUT(int64_t, x);
  INPUT(uint8_t, c);
  switch (x) {
    case -5:
      reached(1);
      break;
    case 0x7fffffffffffffff:
      reached(2);
      __attribute__((fallthrough));
    case 99:
      reached(3);
      break;
  }
  switch (c) {
    case 'a' ... 'f':
      if (x == 1) reached(4);
      break;
    case 'z':
      reached(5);
      break;
    default:
      if (c > 250 && x == 2) reached(6);
  }
  return 0;
}

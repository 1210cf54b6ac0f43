// Rotations are funnel shifts to the optimiser, also by a symbolic amount.
#include "probe.h"

int main(void) {
  INPUT(uint32_t, x);
  INPUT(uint8_t, by);
  uint32_t by_seven = x << 7 | x >> 25;
  if (by_seven == 0xdeadbeef) reached(1);
  uint32_t n = by & 31;
  uint32_t rotated = x << n | x >> (-n & 31);
  if (n > 3 && rotated == 0x00c0ffee) reached(2);
  return 0;
}

// Atomic nand, minimum, maximum and the float updates left concrete memory behind.
#include "probe.h"

int main(void) {
  INPUT(uint32_t, x);
  uint32_t place = 0x00ff00ff;
  __atomic_fetch_nand(&place, x, __ATOMIC_SEQ_CST);
  if (place == 0xffabffcd) reached(1);
  INPUT(int32_t, y);
  int32_t least = 1000;
  __atomic_fetch_min(&least, y, __ATOMIC_SEQ_CST);
  if (least == -77) reached(2);
  INPUT(int32_t, z);
  int32_t most = -1000;
  int32_t before = __atomic_fetch_max(&most, z, __ATOMIC_SEQ_CST);
  if (most == 77 && before == -1000) reached(3);
  INPUT(uint16_t, u);
  uint16_t high = u;
  __atomic_fetch_max(&high, 40000, __ATOMIC_SEQ_CST);
  if (high == 0xffee) reached(4);
  INPUT(uint8_t, v);
  uint8_t low = v;
  __atomic_fetch_min(&low, 200, __ATOMIC_SEQ_CST);
  if (low == 199) reached(5);
  INPUT(uint8_t, f);
  float sum = 0.5f;
  __atomic_fetch_add(&sum, (float)f, __ATOMIC_SEQ_CST);
  if (sum == 99.5f) reached(6);
  return 0;
}

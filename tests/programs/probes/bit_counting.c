// Intrinsics that count and move bits.
#include "probe.h"

int main(void) {
  INPUT(uint32_t, x);
  INPUT(uint64_t, y);
  INPUT(uint32_t, z);
  if (__builtin_popcount(x) == 29) reached(1);
  if (z != 0 && __builtin_clz(z) == 5 && __builtin_ctz(z) == 11) reached(2);
  if (__builtin_bswap64(y) == 0x0102030405060708ull) reached(3);
  return 0;
}

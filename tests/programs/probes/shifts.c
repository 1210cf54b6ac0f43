// Shifts by symbolic amounts, arithmetic and logical, narrow types included.
#include "probe.h"

int main(void) {
  INPUT(int16_t, s);
  INPUT(uint8_t, n);
  INPUT(int64_t, w);
  if ((s >> 3) == -1000) reached(1);
  if (n < 64 && n > 20 && (1ull << n) == 0x200000000ull) reached(2);
  if (n < 64 && w < 0 && (w >> n) == -3) reached(3);
  return 0;
}

// A cast from four lanes of 32 bits to one of 128 lost everything above bit 64, and longer vectors lost all, without a
// word.
#include "probe.h"

typedef uint32_t four __attribute__((vector_size(16)));
typedef uint8_t bytes __attribute__((vector_size(16)));
typedef uint32_t eight __attribute__((vector_size(32)));
typedef uint16_t sixteen __attribute__((vector_size(32)));

NOINLINE static unsigned __int128 whole(four v) { return (unsigned __int128)v; }
NOINLINE static bytes taken_apart(four v) { return (bytes)v; }
NOINLINE static sixteen halves(eight v) { return (sixteen)v; }

int main(void) {
  INPUT(uint32_t, x);
  INPUT(uint32_t, y);
  four v = {1, x, 3, y};
  if (whole(v) >> 32 == ((unsigned __int128)0x89abcdef << 64 | (unsigned __int128)3 << 32 | 0x01234567)) reached(1);
  bytes b = taken_apart(v);
  if (b[5] == 0x77 && b[15] == 0x88) reached(2);
  eight long_one = {0, 0, 0, 0, 0, x, y, 0};
  sixteen h = halves(long_one + 1);
  if (h[11] == 0x4321 && h[12] == 0x8765) reached(3);
  return 0;
}

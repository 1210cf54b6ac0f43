// A rotation of 128 bits is a funnel shift, which had a rule up to 64 bits only; above, the result was concrete and
// nobody said so.
#include "probe.h"

typedef unsigned __int128 u128;

static u128 rotate(u128 x, unsigned n) { return x << (n & 127) | x >> (-n & 127); }

int main(void) {
  INPUT(u128, x);
  INPUT(uint8_t, n);
  if (rotate(x, 13) == ((u128)0x0123456789abcdefull << 64 | 0xfedcba9876543210ull)) reached(1);
  if ((n & 127) > 70 && rotate(((u128)0x1122334455667788ull << 64) + 5, n) >> 100 == 0xa) reached(2);
  return 0;
}

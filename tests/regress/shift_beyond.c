// A shift by the width or more is undefined in C, and what a program does then is what the processor does: it takes the lowest
// bits of the amount. The node gave 0, and runs that should have gone the same way parted.
// expect: stdin 1
#include <unistd.h>

#include "probe.h"

__attribute__((noinline)) static unsigned shifted(unsigned x, unsigned n) { return x << n; }
__attribute__((noinline)) static unsigned long long shifted_back(unsigned long long x, unsigned n) { return x >> n; }

int main(void) {
  unsigned char n = 0;
  if (read(0, &n, 1) != 1) return 2;
  const unsigned x = shifted(1, n);
  const unsigned long long y = shifted_back(256, n);
  if (x == 4 && n > 31) reached(1);
  if (y == 64 && n > 63) reached(2);
  return 0;
}

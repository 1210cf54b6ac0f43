// -fsanitize=shift looks at the bits that are shifted out only where the amount is right, which reads like || of the source: it was
// counted as one, with two sides in the coverage figures that nobody had written.
// expect: stdin 1
// expect: options -fsanitize=shift
// expect: branches 4 4
#include <unistd.h>

#include "probe.h"

__attribute__((noinline)) static int shifted(int x, int n) { return x << n; }

int main(void) {
  unsigned char c = 0;
  if (read(0, &c, 1) != 1) return 2;
  if (shifted(c & 7, c >> 6) == 40) reached(1);
  return 0;
}

// What is printed to standard output leaves for good, unless the program has put a pipe or a file in its place and
// reads it from there: that it came back without its labels nobody said.
// expect: loss
#include <unistd.h>

#include "probe.h"

int main(void) {
  INPUT(uint8_t, x);
  int ends[2];
  uint8_t y = 0;
  const int before = dup(1);
  if (x == 'l') reached(1);
  fflush(stdout);
  if (before < 0 || pipe(ends) != 0 || dup2(ends[1], 1) != 1) return 1;
  putchar(x);
  fflush(stdout);
  if (dup2(before, 1) != 1 || read(ends[0], &y, 1) != 1) return 1;
  return y == 'K' ? 2 : 0;
}

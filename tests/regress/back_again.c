// Symbolic bytes that went through a pipe came back without their labels, and nobody said so.
// expect: loss
#include <unistd.h>

#include "probe.h"

int main(void) {
  INPUT(uint8_t, x);
  int ends[2];
  uint8_t y = 0;
  if (pipe(ends) != 0 || write(ends[1], &x, 1) != 1 || read(ends[0], &y, 1) != 1) return 1;
  if (y == 'K') return 2;
  if (x == 'l') reached(1);
  return 0;
}

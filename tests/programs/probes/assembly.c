// Inline assembly that nobody understands, with a symbolic operand: the result is concrete, a loss is noted, and the program goes on.
// expect: loss
#include "probe.h"

int main(void) {
  INPUT(uint32_t, x);
  uint32_t y = x;
  __asm__("btcl $0, %0" : "+r"(y) : : "cc");
  if (y == 1) reached(1);
  if (x == 0xfeed) reached(2);
  return 0;
}

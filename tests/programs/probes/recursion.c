// A recursive function over symbolic data, and a result that comes back through all frames.
#include "probe.h"

NOINLINE static uint32_t digits(const uint8_t* p, int left) {
  if (left == 0 || *p < '0' || *p > '9') return 0;
  return (uint32_t)(*p - '0') + 10 * digits(p + 1, left - 1);
}

int main(void) {
  uint8_t text[5];
  cairn_symbolic(text, sizeof text, "text");
  if (digits(text, 5) == 4711) reached(1);
  return 0;
}

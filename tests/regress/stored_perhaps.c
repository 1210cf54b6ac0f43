// Whether scanf came to a %n behind values that it did not store, it does not say: what stands there has no labels any
// more, and that is said. It kept them.
// expect: loss
#define _GNU_SOURCE
#include "probe.h"

int main(void) {
  INPUT(uint8_t, other);
  INPUT(int, count);
  if (sscanf("12 zz", "%*ms%n", &count) != 0) return 1;
  if (count == 123456) return 1;
  if (other == 3) reached(1);
  return 0;
}

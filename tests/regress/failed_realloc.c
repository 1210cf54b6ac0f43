// A realloc that fails leaves the old block as it was, labels and all: they were gone, and what was read from it afterwards could
// not be steered any more.
#include <stdlib.h>

#include "probe.h"

int main(void) {
  INPUT(uint8_t, x);
  uint8_t* block = malloc(64);
  if (block == NULL) return 1;
  block[5] = x;
  volatile size_t far_too_much = (size_t)1 << 60;
  if (realloc(block, far_too_much) != NULL) return 1;
  if (block[5] == 77) reached(1);
  return 0;
}

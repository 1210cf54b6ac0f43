// A function that nobody follows reads a symbolic number and writes another one in its place, and nothing was told.
// expect: loss
#define _GNU_SOURCE
#include <stdlib.h>

#include "probe.h"

int main(void) {
  unsigned seed = 0;
  cairn_symbolic(&seed, 1, "seed");
  if (seed == 7) reached(1);
  if (rand_r(&seed) == -1) abort();
  return 0;
}

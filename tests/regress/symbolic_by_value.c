// A struct passed by value from a symbolic address: the callee's copy lies elsewhere, so the address of the copy is not symbolic,
// and which one was copied is pinned.
#include "probe.h"

struct block {
  long first, last, third;
};

static struct block blocks[4] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {10, 11, 12}};

NOINLINE static long through(struct block block, long at) {
  volatile long* p = &block.first;
  return p[at];
}

int main(void) {
  INPUT(uint8_t, which);
  INPUT(uint8_t, at);
  if (which > 3 || at > 2) return 0;
  struct block* p = blocks;
  for (unsigned i = 0; i < 4; ++i)
    if (i < which) ++p;
  if (through(blocks[which & 3], at) == 9) reached(1);
  if (through(*p, at) == 11) reached(2);
  return 0;
}

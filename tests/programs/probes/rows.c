// Inlined conditions that the optimiser knows the answers of leave their probes side by side; one increment counts such a
// row, and every side must come out as without optimisation: covered, or not.
// expect: branches 10 12
#include "probe.h"

static int kind(int c) {
  if (c < '0') return 0;
  if (c > '9') return 2;
  return 1;
}

static int never(int c) { return c > 255 ? 7 : 0; }

int main(void) {
  unsigned char c = 0;
  cairn_symbolic(&c, sizeof c, "c");
  if (c == '7') {
    // Both conditions of kind() are known here, and everything stands in a row with this side.
    if (kind(c) == 1) reached(1);
  } else if (kind(c) == 2) {
    reached(2);
  }
  return never(c);
}

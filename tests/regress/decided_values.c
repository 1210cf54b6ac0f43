// Decisions whose outcome is a value: `?:` with constants, which clang makes a select, and operands of `&&` and `||` that
// nothing tests. They counted as branches, but no path was looked for to their other side.
// expect: branches 22 22
// expect: paths 30
#include <stdbool.h>

#include "probe.h"

static int kind(int c) { return c == 'q' ? 3 : 0; }
static bool sign(int c) { return c == '+' || c == '-'; }

int main(void) {
  INPUT(uint8_t, a);
  INPUT(uint8_t, b);
  INPUT(uint8_t, c);
  const int of_kind = kind(a);
  const bool both = b == 'x' && a != 'y';
  const bool nested = a == '1' && (b == '2' || b == '3');
  const char* const name = c == 'k' ? "k" : "other";
  const int all = of_kind + sign(b) + 2 * both + 4 * nested;
  if (all == 3) reached(1);
  if (name[0] == 'k') reached(2);
  return 0;
}

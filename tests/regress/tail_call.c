// The result of a function that ends in a tail call is left by another function, and the caller did not take its
// label.
#include "probe.h"

#define TAIL __attribute__((musttail)) return

typedef int step(int x, int rest);

NOINLINE static int last(int x, int rest) { return x + rest; }
NOINLINE static int direct(int x, int rest) { TAIL last(x, rest); }

static step even, odd;
static step* const steps[] = {even, odd};
NOINLINE static int even(int x, int rest) {
  // A chain of its own in between does not disturb this one.
  if (direct(x, 1) == 7) reached(1);
  if (rest == 0) return x * 3;
  TAIL steps[rest % 2](x, rest - 1);
}
NOINLINE static int odd(int x, int rest) { TAIL steps[rest % 2](x, rest - (rest > 0)); }

NOINLINE static int length(const char* text, const char* unused) {
  (void)unused;
  return text[0] == 'a' ? 5 : text[0];
}
NOINLINE static int compared(const char* a, const char* b) { TAIL strcmp(a, b); }
NOINLINE static int measured(const char* a, const char* b) { TAIL length(a, b); }

int main(void) {
  INPUT(int, x);
  char text[2] = "";
  cairn_symbolic(text, 1, "text");
  if (direct(x, 1) == 123457) reached(2);
  if (even(x, 4) == 300) reached(3);
  if (compared(text, "q") == 0) reached(4);
  if (measured(text, "") == 5) reached(5);
  return 0;
}

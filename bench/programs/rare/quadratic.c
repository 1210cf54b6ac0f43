/* Quadratic equations in whole numbers: discriminants of either sign are common, squares among them rare. */
#include <stdint.h>
#include <stdio.h>

#include "cairn.h"

static int64_t root(int64_t n) {
  int64_t low = 0, high = 1 << 20;
  while (low < high) {
    const int64_t middle = (low + high + 1) / 2;
    if (middle * middle <= n)
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

static int divides(int64_t a, int64_t b) { return b != 0 && a % b == 0; }

int main(void) {
  int16_t a, b, c;
  uint8_t form;
  cairn_symbolic(&a, sizeof a, "a");
  cairn_symbolic(&b, sizeof b, "b");
  cairn_symbolic(&c, sizeof c, "c");
  cairn_symbolic(&form, sizeof form, "form");
  if (a == 0) {
    if (b == 0)
      puts(c == 0 ? "anything" : "nothing");
    else
      puts(divides(c, b) ? "linear, whole" : "linear");
    return 0;
  }
  const int64_t d = (int64_t)b * b - (int64_t)4 * a * c;
  if (d < 0) {
    puts("complex");
    if (b == 0) puts("imaginary");
    if (a == c && b == a) puts("roots of unity");
  } else if (d == 0) {
    puts("double root");
    if (divides(b, 2 * a)) puts("and whole");
  } else {
    puts("two roots");
    const int64_t r = root(d);
    if (r * r == d) {
      puts("rational");
      if (divides(-b + r, 2 * a) && divides(-b - r, 2 * a)) puts("both whole");
      if (r == 1009) puts("with a given discriminant");
    } else if (r % 1000 == 0) {
      puts("nearly round");
    }
  }
  if (form == 1 && a == 1)
    puts("monic");
  else if (form == 2 && (b & 1) == 0)
    puts("even middle");
  else if (form > 128 && a + b + c == 0)
    puts("one is a root");
  else if (form > 128 && a * 100 + b * 10 + c == 0)
    puts("ten is a root");
  return 0;
}

// Is a number prime? Trial division, by subtraction, up to the square root.
#include <crest.h>
#include <stdio.h>

#include "subtract.h"

static int divides(int d, int n) {
  int rest;
  divide(n, d, &rest);
  return rest == 0;
}

// 0 when there is none; the divisor otherwise.
static int smallest_divisor(int n) {
  if (divides(2, n)) return 2;
  if (divides(3, n)) return 3;
  for (int d = 5, square = 25; square <= n && d < 46341; d += 2) {
    if (divides(d, n)) return d;
    square += 4 * d + 4;
  }
  return 0;
}

int main(void) {
  int n;
  CREST_int(n);
  if (n < 2) {
    puts("neither");
    return 1;
  }
  if (n < 4) {
    puts("prime");
    return 0;
  }
  if (n > 10000) {
    puts("too large");
    return 1;
  }
  int divisor = smallest_divisor(n);
  if (divisor == 0)
    puts("prime");
  else if (divisor == 2)
    puts("even");
  else
    puts("composite");
  if (divisor < 0) puts("wrong");  // never
  return 0;
}

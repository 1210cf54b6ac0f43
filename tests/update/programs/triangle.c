// Sides of a triangle, classified: comparisons of sums, some of whose outcomes exclude each other.
#include <stdio.h>

#include "cairn.h"

static int valid(int a, int b, int c) {
  if (a <= 0 || b <= 0 || c <= 0) return 0;
  if (a > 10000 || b > 10000 || c > 10000) return 0;
  return a + b > c && b + c > a && a + c > b;
}

static const char* kind(int a, int b, int c) {
  if (a == b && b == c) return "equilateral";
  if (a == b || b == c || a == c) return "isosceles";
  if (a * a + b * b == c * c) return "right";
  if (a * a + b * b < c * c) return "obtuse";
  return "other";
}

int main(void) {
  int n[3] = {0, 0, 0};
  cairn_symbolic(n, sizeof n, "sides");
  if (!valid(n[0], n[1], n[2])) {
    puts("no triangle");
    return 1;
  }
  puts(kind(n[0], n[1], n[2]));
  return 0;
}

// Fractions compared and reduced: products, and Euclid's algorithm for a few turns.
#include <stdio.h>

#include "cairn.h"

static int gcd(int a, int b) {
  for (int turn = 0; b != 0 && turn < 4; ++turn) {
    int r = a % b;
    a = b;
    b = r;
  }
  return b == 0 ? a : 1;
}

static int compare(int a, int b, int c, int d) {
  long left = (long)a * d;
  long right = (long)c * b;
  if (left < right) return -1;
  if (left > right) return 1;
  return 0;
}

int main(void) {
  unsigned char n[4] = {0, 0, 0, 0};
  cairn_symbolic(n, sizeof n, "fractions");
  int a = n[0], b = n[1], c = n[2], d = n[3];
  if (b == 0 || d == 0) {
    puts("division by zero");
    return 1;
  }
  int g = gcd(a, b);
  if (g > 1) puts("reducible");
  switch (compare(a, b, c, d)) {
    case -1:
      puts("less");
      break;
    case 1:
      puts("greater");
      break;
    default:
      puts("equal");
  }
  return 0;
}

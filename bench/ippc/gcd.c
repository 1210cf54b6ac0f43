// The greatest common divisor of two numbers, binary: halve what is even, subtract the smaller from the larger.
#include <crest.h>
#include <stdio.h>

#include "subtract.h"

static int even(int n, int* half) {
  int rest;
  *half = divide(n, 2, &rest);
  return rest == 0;
}

static int gcd(int a, int b) {
  int shift = 0, half_a, half_b;
  if (a == 0) return b;
  if (b == 0) return a;
  while (even(a, &half_a) && even(b, &half_b)) {
    a = half_a;
    b = half_b;
    ++shift;
  }
  while (even(a, &half_a)) a = half_a;
  while (b != 0) {
    while (even(b, &half_b)) b = half_b;
    if (a > b) {
      int swap = a;
      a = b;
      b = swap;
    }
    b -= a;
  }
  while (shift-- > 0) a += a;
  return a;
}

int main(void) {
  int a, b;
  CREST_int(a);
  CREST_int(b);
  if (a < 0 || b < 0) {
    puts("not for negative numbers");
    return 1;
  }
  if (gcd(a, b) == 1)
    puts("coprime");
  else
    puts("not coprime");
  return 0;
}

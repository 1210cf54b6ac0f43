// The prime factors of a number with their exponents, by trial division that only subtracts; and what they say of it.
#include <crest.h>
#include <stdio.h>

#include "subtract.h"

enum { max_factors = 10 };

struct factors {
  int prime[max_factors], exponent[max_factors], count;
};

static int take_out(struct factors* f, int n, int d) {
  int exponent = 0;
  for (;;) {
    int rest, quotient = divide(n, d, &rest);
    if (rest != 0) break;
    n = quotient;
    ++exponent;
  }
  if (exponent > 0) {
    f->prime[f->count] = d;
    f->exponent[f->count++] = exponent;
  }
  return n;
}

static void factorise(struct factors* f, int n) {
  f->count = 0;
  n = take_out(f, n, 2);
  n = take_out(f, n, 3);
  for (int d = 5, square = 25; square <= n; d += 2) {
    n = take_out(f, n, d);
    square += 4 * d + 4;
  }
  if (n > 1) {
    f->prime[f->count] = n;
    f->exponent[f->count++] = 1;
  }
}

static int square_free(const struct factors* f) {
  for (int i = 0; i < f->count; ++i)
    if (f->exponent[i] > 1) return 0;
  return 1;
}

static int power(const struct factors* f) { return f->count == 1 && f->exponent[0] > 1; }

int main(void) {
  int n;
  struct factors f;
  CREST_int(n);
  if (n < 1 || n > 10000) {
    puts("out of range");
    return 1;
  }
  factorise(&f, n);
  if (f.count > max_factors) puts("wrong");  // never
  if (f.count == 0)
    puts("one");
  else if (power(&f))
    puts("a prime power");
  else if (f.count == 1)
    puts("prime");
  else if (square_free(&f))
    puts(f.count % 2 == 0 ? "an even number of primes" : "an odd number of primes");
  else
    puts("with squares");
  return 0;
}

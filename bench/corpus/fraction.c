// Sums and products of fractions, in lowest terms by Euclid's algorithm with remainders, and overflow noticed.
#include <stdbool.h>

#include "bench.h"

struct fraction {
  int32_t over, under;
};

static int32_t gcd(int32_t a, int32_t b) {
  if (a < 0) a = -a;
  while (b != 0) {
    int32_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

static bool number(const uint8_t** at, const uint8_t* end, int32_t* value) {
  int digits = 0;
  *value = 0;
  while (*at < end && **at >= '0' && **at <= '9') {
    if (++digits > 4) return false;
    *value = *value * 10 + (*(*at)++ - '0');
  }
  return digits > 0;
}

static bool parse(const uint8_t** at, const uint8_t* end, struct fraction* f) {
  if (!number(at, end, &f->over)) return false;
  f->under = 1;
  if (*at < end && **at == '/') {
    ++*at;
    if (!number(at, end, &f->under) || f->under == 0) return false;
  }
  return true;
}

static bool lowest(struct fraction* f) {
  int32_t d = gcd(f->over, f->under);
  bool changed = d > 1;
  f->over /= d;
  f->under /= d;
  return changed;
}

int bench_work(const uint8_t* data, size_t size) {
  const uint8_t* at = data;
  const uint8_t* end = data + size;
  struct fraction a, b, sum;
  if (!parse(&at, end, &a)) return -1;
  if (at == end || (*at != '+' && *at != '*' && *at != '-')) return -2;
  uint8_t what = *at++;
  if (!parse(&at, end, &b) || at != end) return -3;
  int reduced = lowest(&a) + lowest(&b);
  if (what == '*') {
    sum.over = a.over * b.over;
    sum.under = a.under * b.under;
  } else {
    int32_t left = a.over * b.under, right = b.over * a.under;
    sum.over = what == '+' ? left + right : left - right;
    sum.under = a.under * b.under;
  }
  if (sum.over == 0) return 10;
  if (lowest(&sum)) ++reduced;
  if (sum.under == 1) return 20 + reduced;
  if (sum.over == 355 && sum.under == 113) return 30;
  return reduced;
}

// Amounts with two decimals in 64-bit cents: parsing with overflow checks, then interest, tax with rounding to even,
// and a split into parts that must add up again.
#include <stdbool.h>

#include "bench.h"

static bool amount(const uint8_t** at, const uint8_t* end, int64_t* cents) {
  bool negative = false;
  int64_t value = 0;
  int decimals = -1, digits = 0;
  if (*at < end && **at == '-') {
    negative = true;
    ++*at;
  }
  for (; *at < end; ++*at) {
    uint8_t c = **at;
    if (c == '.' && decimals < 0) {
      decimals = 0;
      continue;
    }
    if (c < '0' || c > '9') break;
    if (decimals == 2) return false;
    if (__builtin_mul_overflow(value, 10, &value) || __builtin_add_overflow(value, c - '0', &value)) return false;
    if (decimals >= 0) ++decimals;
    ++digits;
  }
  if (digits == 0 || decimals == 0) return false;
  for (int i = decimals < 0 ? 0 : decimals; i < 2; ++i)
    if (__builtin_mul_overflow(value, 10, &value)) return false;
  *cents = negative ? -value : value;
  return true;
}

// n / d, halves to even.
static int64_t rounded(int64_t n, int64_t d) {
  int64_t q = n / d, r = n % d;
  if (r < 0) {
    r += d;
    --q;
  }
  if (2 * r > d || (2 * r == d && (q & 1))) ++q;
  return q;
}

int bench_work(const uint8_t* data, size_t size) {
  const uint8_t* at = data;
  const uint8_t* end = data + size;
  int64_t price, paid;
  if (!amount(&at, end, &price)) return -1;
  if (at == end || (*at != '+' && *at != '*' && *at != '/')) return -2;
  uint8_t what = *at++;
  if (!amount(&at, end, &paid) || at != end) return -3;
  if (price <= 0 || price > 100000000000ll) return -4;
  int64_t tax = rounded(price * 19, 119);
  if (what == '+') {
    if (price - tax + paid == 100000) return 1;
    return tax % 100 == 0 ? 2 : 3;
  }
  if (what == '*') {
    if (paid <= 0 || paid > 2500) return -5;
    int64_t interest = rounded(price * paid, 10000);
    if (interest > price / 8 && interest % 7 == 3) return 4;
    return interest * 10000 == price * paid ? 5 : 6;
  }
  if (paid < 100 || paid > 1200 || paid % 100 != 0) return -6;
  int64_t parts = paid / 100, each = price / parts, left = price - each * parts;
  if (left == parts - 1) return 7;
  return left == 0 ? 8 : 9;
}

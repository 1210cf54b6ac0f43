/* Models of the number functions of stdlib.h and inttypes.h: strto* and ato* for integers as glibc reads them in the C
 * locale. */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

#include "model.h"
#include "models.h"

/* A digit's value; 255 for anything else. */
static unsigned digit_value(unsigned char c, unsigned base) {
  const unsigned value = (unsigned)c - '0';
  if (base <= 10) return value < base ? value : 255;
  if (value < 10) return value;
  const unsigned letter = (c | 32u) - 'a';
  return letter < 26 ? letter + 10 : 255;
}

struct parsed {
  unsigned long magnitude;
  int negative;
  int too_large;
};

/* Reads sign, prefix and digits. Where nothing could overflow yet, nothing is compared: the path should not hold more
 * than the program could care about. */
static struct parsed parse(const char* start, char** end, int base) {
  struct parsed result = {0, 0, 0};
  if (base < 0 || base == 1 || base > 36) {
    errno = EINVAL;
    return result;
  }
  const char* s = start;
  while (__cairn_model_isspace((unsigned char)*s)) ++s;
  if (*s == '-') {
    result.negative = 1;
    ++s;
  } else if (*s == '+') {
    ++s;
  }
  const char* lone_zero = NULL;
  if ((base == 0 || base == 16) && *s == '0') {
    if ((s[1] | 32) == 'x') {
      lone_zero = s + 1;
      s += 2;
      base = 16;
    } else if (base == 0) {
      base = 8;
    }
  }
  if (base == 0) base = 10;

  const unsigned radix = (unsigned)base;
  const unsigned long cutoff = ULONG_MAX / radix;
  const unsigned long last = ULONG_MAX % radix;
  unsigned long largest = 0; /* what the magnitude could be at most, whatever the digits */
  const char* first = s;
  for (;; ++s) {
    const unsigned digit = digit_value((unsigned char)*s, radix);
    if (digit >= radix) break;
    const int may_overflow = largest >= cutoff;
    if (!may_overflow) largest = largest * radix + (radix - 1);
    if (result.too_large) continue;
    if (may_overflow && (result.magnitude > cutoff || (result.magnitude == cutoff && digit > last)))
      result.too_large = 1;
    else
      result.magnitude = result.magnitude * radix + digit;
  }
  if (end != NULL) *end = (char*)(s > first ? s : lone_zero != NULL ? lone_zero : start);
  if (s == first) result.negative = 0;
  return result;
}

static long as_signed(struct parsed number, long least, long most) {
  const unsigned long limit = number.negative ? (unsigned long)-(least + 1) + 1 : (unsigned long)most;
  if (number.too_large || number.magnitude > limit) {
    errno = ERANGE;
    return number.negative ? least : most;
  }
  return (long)(number.negative ? -number.magnitude : number.magnitude);
}

static unsigned long as_unsigned(struct parsed number) {
  if (number.too_large) {
    errno = ERANGE;
    return ULONG_MAX;
  }
  return number.negative ? -number.magnitude : number.magnitude;
}

#define SIGNED(name, type)                                                           \
  type __cairn_model_##name(const char* restrict s, char** restrict end, int base) { \
    return (type)as_signed(parse(s, end, base), LONG_MIN, LONG_MAX);                 \
  }
#define UNSIGNED(name, type)                                                         \
  type __cairn_model_##name(const char* restrict s, char** restrict end, int base) { \
    return (type)as_unsigned(parse(s, end, base));                                   \
  }

SIGNED(strtol, long)
SIGNED(strtoll, long long)
SIGNED(strtoq, long long)
SIGNED(strtoimax, intmax_t)
UNSIGNED(strtoul, unsigned long)
UNSIGNED(strtoull, unsigned long long)
UNSIGNED(strtouq, unsigned long long)
UNSIGNED(strtoumax, uintmax_t)

int __cairn_model_atoi(const char* s) { return (int)__cairn_model_strtol(s, NULL, 10); }
long __cairn_model_atol(const char* s) { return __cairn_model_strtol(s, NULL, 10); }
long long __cairn_model_atoll(const char* s) { return __cairn_model_strtol(s, NULL, 10); }

int __cairn_model_abs(int x) { return x < 0 ? (int)-(unsigned)x : x; }
long __cairn_model_labs(long x) { return x < 0 ? (long)-(unsigned long)x : x; }
long long __cairn_model_llabs(long long x) { return x < 0 ? (long long)-(unsigned long long)x : x; }
intmax_t __cairn_model_imaxabs(intmax_t x) { return x < 0 ? (intmax_t) - (uintmax_t)x : x; }
div_t __cairn_model_div(int a, int b) { return (div_t){a / b, a % b}; }
ldiv_t __cairn_model_ldiv(long a, long b) { return (ldiv_t){a / b, a % b}; }
lldiv_t __cairn_model_lldiv(long long a, long long b) { return (lldiv_t){a / b, a % b}; }
imaxdiv_t __cairn_model_imaxdiv(intmax_t a, intmax_t b) { return (imaxdiv_t){a / b, a % b}; }

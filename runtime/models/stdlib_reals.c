/* Models of the functions of stdlib.h that read real numbers. A decimal number of few digits is an integer times or
 * divided by a power of ten, and where both are exact in the type, one operation rounds as the real function does
 * (Clinger, PLDI 1990). So what people write can be followed; long numbers, hexadecimal ones, infinities and NaNs are
 * read by the real function, and what they were read from is loss. */
#include <limits.h>
#include <stdlib.h>

#include "model.h"
#include "models.h"

struct decimal {
  unsigned long digits;
  int scale; /* the power of ten they are multiplied by */
  int negative;
  int known; /* a number as described above, or none at all: then the end is the start */
  const char* end;
};

static int is_digit(char c) { return (unsigned char)(c - '0') < 10; }

static const char* read_digits(const char* s, struct decimal* number, int* count, int most) {
  for (; is_digit(*s); ++s) {
    if (++*count > most) {
      number->known = 0;
      return s;
    }
    number->digits = number->digits * 10 + (unsigned long)(*s - '0');
  }
  return s;
}

/* An exponent belongs to the number only if there is a digit. */
static const char* read_exponent(const char* s, struct decimal* number) {
  if ((*s | 32) != 'e') return s;
  const char* first = s + 1;
  const int negative = *first == '-';
  if (negative || *first == '+') ++first;
  if (!is_digit(*first)) return s;
  struct decimal power = {.known = 1};
  int count = 0;
  s = read_digits(first, &power, &count, 4);
  if (!power.known) number->known = 0;
  const int value = (int)power.digits;
  number->scale += negative ? -value : value;
  return s;
}

static struct decimal read_decimal(const char* start, int most_digits, int most_scale) {
  struct decimal number = {.known = 1, .end = start};
  const char* s = start;
  while (__cairn_model_isspace((unsigned char)*s)) ++s;
  if (*s == '-') {
    number.negative = 1;
    ++s;
  } else if (*s == '+') {
    ++s;
  }
  const char letter = *s | 32;
  if (letter == 'i' || letter == 'n' || (*s == '0' && (s[1] | 32) == 'x')) {
    number.known = 0;
    return number;
  }
  int count = 0;
  s = read_digits(s, &number, &count, most_digits);
  if (number.known && *s == '.') {
    const int before = count;
    const char* behind = read_digits(s + 1, &number, &count, most_digits);
    number.scale = before - count;
    if (count > 0) s = behind;
  }
  if (!number.known || count == 0) return number;
  s = read_exponent(s, &number);
  if (number.scale < -most_scale || number.scale > most_scale) number.known = 0;
  number.end = s;
  return number;
}

/* Powers of ten that are exact, and how many decimal digits always are. */
static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
enum { DOUBLE_DIGITS = 15, DOUBLE_SCALE = 22, FLOAT_DIGITS = 7, FLOAT_SCALE = 10 };

#define READ(name, type, most_digits, most_scale)                                                       \
  type __cairn_model_##name(const char* restrict s, char** restrict end) {                              \
    const struct decimal number =                                                                       \
        cairn_c_locale(LC_NUMERIC) ? read_decimal(s, most_digits, most_scale) : (struct decimal){0};    \
    if (!number.known) return concrete_##name(s, end);                                                  \
    if (end != NULL) *end = (char*)number.end;                                                          \
    if (number.end == s) return 0;                                                                      \
    type value = (type)(long)number.digits;                                                             \
    if (number.negative) value = -value;                                                                \
    return number.scale < 0 ? value / (type)powers[-number.scale] : value * (type)powers[number.scale]; \
  }

#define CONCRETE(name, type)                                                 \
  static type concrete_##name(const char* restrict s, char** restrict end) { \
    char* stopped;                                                           \
    cairn_lose_string(s);                                                    \
    const type value = name(s, &stopped);                                    \
    if (end != NULL) *end = stopped;                                         \
    return value;                                                            \
  }

CONCRETE(strtod, double)
CONCRETE(strtof, float)
CONCRETE(strtold, long double)

READ(strtod, double, DOUBLE_DIGITS, DOUBLE_SCALE)
READ(strtof, float, FLOAT_DIGITS, FLOAT_SCALE)

/* The arithmetic of long double is not followed. */
long double __cairn_model_strtold(const char* restrict s, char** restrict end) { return concrete_strtold(s, end); }

double __cairn_model_atof(const char* s) { return __cairn_model_strtod(s, NULL); }

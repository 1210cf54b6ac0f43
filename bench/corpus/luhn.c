// Numbers with check digits: payment cards (Luhn, modulo 10), ISBN-10 (modulo 11) and IBAN (modulo 97), told apart by
// their form.
#include <stdbool.h>

#include "bench.h"

static bool digit(uint8_t c) { return c >= '0' && c <= '9'; }
static bool capital(uint8_t c) { return c >= 'A' && c <= 'Z'; }

static int card(const uint8_t* s, size_t n) {
  int sum = 0;
  for (size_t i = 0; i < n; ++i) {
    if (!digit(s[i])) return -1;
    int d = s[i] - '0';
    if ((n - i) % 2 == 0) {
      d *= 2;
      if (d > 9) d -= 9;
    }
    sum += d;
  }
  if (sum % 10 != 0) return -2;
  if (s[0] == '4') return 1;
  if (s[0] == '5' && s[1] >= '1' && s[1] <= '5') return 2;
  if (s[0] == '3' && (s[1] == '4' || s[1] == '7')) return 3;
  return 0;
}

static int isbn(const uint8_t* s) {
  int sum = 0;
  for (int i = 0; i < 10; ++i) {
    int d;
    if (digit(s[i]))
      d = s[i] - '0';
    else if (i == 9 && s[i] == 'X')
      d = 10;
    else
      return -3;
    sum += (10 - i) * d;
  }
  return sum % 11 == 0 ? 10 : -4;
}

static int iban(const uint8_t* s, size_t n) {
  if (!digit(s[2]) || !digit(s[3])) return -5;
  unsigned rest = 0;
  for (size_t i = 0; i < n; ++i) {
    uint8_t c = s[(i + 4) % n];
    if (digit(c))
      rest = (rest * 10 + (c - '0')) % 97;
    else if (capital(c))
      rest = (rest * 100 + (c - 'A' + 10)) % 97;
    else
      return -6;
  }
  if (rest != 1) return -7;
  return s[0] == 'D' && s[1] == 'E' ? 21 : 20;
}

int bench_work(const uint8_t* data, size_t size) {
  if (size >= 8 && capital(data[0]) && capital(data[1])) return iban(data, size);
  if (size == 10) return isbn(data);
  if (size >= 12 && size <= 16) return card(data, size);
  return -8;
}

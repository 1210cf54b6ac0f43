// Arithmetic modulo a number the input gives: powers by squaring, the inverse by Euclid's algorithm, and a toy
// signature that must verify. Multiplication, division and remainder of 32-bit words.
#include <string.h>

#include "bench.h"

static uint32_t power(uint32_t base, uint32_t exponent, uint32_t m) {
  uint64_t result = 1, b = base % m;
  while (exponent > 0) {
    if (exponent & 1) result = result * b % m;
    b = b * b % m;
    exponent >>= 1;
  }
  return (uint32_t)result;
}

static uint32_t inverse(uint32_t a, uint32_t m) {
  int64_t t = 0, u = 1, r = m, s = a % m;
  while (s != 0) {
    int64_t q = r / s, swap = t - q * u;
    t = u;
    u = swap;
    swap = r - q * s;
    r = s;
    s = swap;
  }
  if (r != 1) return 0;
  return (uint32_t)(t < 0 ? t + m : t);
}

int bench_work(const uint8_t* data, size_t size) {
  if (size < 8) return -1;
  uint16_t m, base, signature;
  memcpy(&m, data, 2);
  memcpy(&base, data + 2, 2);
  memcpy(&signature, data + 6, 2);
  uint8_t exponent = data[4];
  if (m < 3 || m % 2 == 0) return -2;
  if (base >= m || base < 2) return -3;
  if (exponent < 2 || exponent > 15) return -4;
  uint32_t p = power(base, exponent, m);
  if (p == 1) return 1;
  uint32_t i = inverse(base, m);
  if (i == 0) return 2;
  if ((uint64_t)i * base % m != 1) return -5;
  if (p == signature) return 3;
  if (i == signature) return 4;
  return data[5] == (uint8_t)(p * 31 + i / 7) ? 5 : 0;
}

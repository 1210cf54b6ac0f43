/* Integers of every width, signed and not, and booleans. */
#include <stdbool.h>
#include <stdint.h>

int sign(int x) {
  if (x < 0) return -1;
  if (x > 0) return 1;
  return 0;
}

int clamp(int x, int low, int high) {
  if (low > high) return low;
  if (x < low) return low;
  if (x > high) return high;
  return x;
}

unsigned char saturating_add(unsigned char a, unsigned char b) {
  unsigned sum = (unsigned)a + b;
  if (sum > 255) return 255;
  return (unsigned char)sum;
}

bool is_leap(unsigned year) {
  if (year % 400 == 0) return true;
  if (year % 100 == 0) return false;
  return year % 4 == 0;
}

int days_in_month(int month, bool leap) {
  switch (month) {
    case 2:
      return leap ? 29 : 28;
    case 4:
    case 6:
    case 9:
    case 11:
      return 30;
    default:
      if (month < 1 || month > 12) return -1;
      return 31;
  }
}

uint32_t gcd(uint32_t a, uint32_t b) {
  if (a > 1000 || b > 1000) return 0;
  while (b != 0) {
    uint32_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

int64_t magic(int64_t x) {
  if (x == 0x123456789abcll) return 1;
  if ((x ^ 0x5555) == 0xaaaa) return 2;
  return x & 1 ? 3 : 4;
}

static int16_t midpoint(int16_t a, int16_t b) {
  if (a > b) {
    int16_t t = a;
    a = b;
    b = t;
  }
  return (int16_t)(a + (b - a) / 2);
}

int divide(int a, int b) { return a / b; }

unsigned bits_set(uint16_t x) {
  unsigned n = 0;
  while (x) {
    n += x & 1u;
    x >>= 1;
  }
  return n;
}

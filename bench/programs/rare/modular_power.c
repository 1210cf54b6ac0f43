/* Powers modulo a prime: a residue is met by chance once in its size, and solved for only with luck. */
#include <stdint.h>
#include <stdio.h>

#include "cairn.h"

static uint32_t power(uint32_t base, uint32_t exponent, uint32_t modulus) {
  uint64_t result = 1, square = base % modulus;
  while (exponent) {
    if (exponent & 1) result = result * square % modulus;
    square = square * square % modulus;
    exponent >>= 1;
  }
  return (uint32_t)result;
}

static uint32_t gcd(uint32_t a, uint32_t b) {
  while (b) {
    const uint32_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

int main(void) {
  struct {
    uint16_t base, exponent;
    uint8_t modulus, mode;
  } in;
  cairn_symbolic(&in, sizeof in, "in");
  static const uint16_t moduli[4] = {251, 257, 509, 4093};
  const uint32_t modulus = moduli[in.modulus & 3];
  const uint32_t residue = power(in.base, in.exponent, modulus);
  if (residue == 1)
    puts("one");
  else if (residue == 0)
    puts("a multiple");
  else if (residue > modulus / 2)
    puts("in the upper half");
  if (residue == 42) {
    puts("the answer");
    if (modulus == 4093) puts("modulo the largest prime");
  }
  if (in.base == in.exponent) {
    puts("equal operands");
    if (residue < 10) puts("and a small residue");
  }
  if (in.mode == 1) {
    const uint32_t divisor = gcd(in.base, in.exponent);
    if (divisor == 1)
      puts("coprime");
    else if (divisor > 100)
      puts("much in common");
    if (divisor == 77) puts("exactly 77");
  } else if (in.mode == 2) {
    if (power(residue, 3, modulus) == in.exponent % modulus)
      puts("a cube root");
    else
      puts("no cube root");
  } else if (in.mode > 250) {
    if ((in.base & 0xff) == (in.exponent >> 8)) puts("bytes meet");
    if (in.exponent == 0) puts("no exponent");
  }
  if (in.base % 1000 == 999 && in.exponent % 1000 == 1) puts("decimal");
  return 0;
}

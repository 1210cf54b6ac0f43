// Assembly that only computes: products and sums of two words, rotations, and empty with an operand.
#include "probe.h"

typedef uint64_t word;

static word sum_high(word ah, word al, word bh, word bl) {
  word high, low;
  __asm__("addq %5,%q1\n\tadcq %3,%q0" : "=r"(high), "=&r"(low) : "0"(ah), "rme"(bh), "%1"(al), "rme"(bl));
  return high ^ (low == 7);
}

static word difference_high(word ah, word al, word bh, word bl) {
  word high, low;
  __asm__("subq %5,%q1\n\tsbbq %3,%q0" : "=r"(high), "=&r"(low) : "0"(ah), "rme"(bh), "1"(al), "rme"(bl));
  return high ^ (low == 7);
}

static word product_high(word a, word b) {
  word low, high;
  __asm__("mulq %3" : "=a"(low), "=d"(high) : "%0"(a), "rm"(b));
  return high ^ (low == 7);
}

static uint32_t turned(uint32_t x) {
  __asm__("roll $5, %0\n\tbswap\t%0\n\tnotl %0\n\txorl $0x55, %0" : "+r"(x) : : "cc");
  return x;
}

static word ends_of(word x) {
  word low, high;
  __asm__("bsfq %1,%0" : "=r"(low) : "rm"(x | 1ull << 60));
  __asm__("bsrq %1,%0" : "=r"(high) : "rm"(x | 1));
  int again;
  __asm__("rep;bsf\t%1, %q0" : "=r"(again) : "rm"(x | 1ull << 60));
  return (word)again == low ? low * 64 + high : 0;
}

/* Without the engine the program ends as a plain build does. */
static int checksum(void) {
  word random = 88172645463325252u, sum = 0;
  for (int i = 0; i < 1000; ++i) {
    word n[4];
    for (int j = 0; j < 4; ++j) {
      random ^= random << 13;
      random ^= random >> 7;
      random ^= random << 17;
      n[j] = i % 3 == 0 ? random : i % 3 == 1 ? (word)-1 - random % 3 : random % 3;
    }
    sum = sum * 31 + product_high(n[0], n[1]);
    sum = sum * 31 + sum_high(n[0], n[1], n[2], n[3]);
    sum = sum * 31 + difference_high(n[0], n[1], n[2], n[3]);
    sum = sum * 31 + turned((uint32_t)n[0]) + ends_of(n[1]);
  }
  return (int)(sum % 113);
}

int main(void) {
  INPUT(uint32_t, hidden);
  INPUT(uint32_t, x);
  INPUT(word, a);
  INPUT(word, b);
  INPUT(double, real);
  __asm__ volatile("" : "+r"(hidden) : : "memory");
  if (hidden == 0xfeedbeef) reached(1);
  if (turned(x) == 0x12345678) reached(2);
  if (product_high(a, 0x123456789abcdefull) == 77) reached(3);
  if (sum_high(1, a, 2, b) == 4 && b == 9) reached(4);
  if (difference_high(9, a, 2, b) == 6 && b == 3) reached(5);
  if (ends_of(b) == 5 * 64 + 17) reached(7);
  __asm__("" : "+x"(real));
  if (real == 2.5) reached(6);
  return checksum();
}

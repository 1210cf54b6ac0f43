// A packet: kind, length, payload and a checksum over it. The checksum ties all bytes together.
#include <stdio.h>

#include "cairn.h"

enum { kSize = 10 };

static unsigned checksum(const unsigned char* p, int n) {
  unsigned sum = 7;
  for (int i = 0; i < n; ++i) sum = (sum * 31 + p[i]) & 0xffff;
  return sum;
}

static int login(const unsigned char* p, int n) {
  if (n < 3) return 10;
  if (p[0] == 'r' && p[1] == 'o' && p[2] == 't') return 11;
  return 12;
}

static int transfer(const unsigned char* p, int n) {
  if (n < 4) return 20;
  unsigned amount = (unsigned)p[0] << 8 | p[1];
  unsigned limit = (unsigned)p[2] << 8 | p[3];
  if (amount > limit) return 21;
  if (amount * 3 > limit * 2) return 22;
  return 23;
}

int main(void) {
  unsigned char p[kSize] = {0};
  cairn_symbolic(p, sizeof p, "packet");
  int n = p[1];
  if (n > kSize - 4) return 1;
  if (checksum(p, 2 + n) != ((unsigned)p[kSize - 2] << 8 | p[kSize - 1])) return 2;
  int result = 3;
  if (p[0] == 1) result = login(p + 2, n);
  if (p[0] == 2) result = transfer(p + 2, n);
  printf("%d\n", result);
  return 0;
}

// Parts of bytes, packed and signed.
#include "probe.h"

struct packed {
  unsigned a : 3;
  signed b : 5;
  unsigned c : 13;
  uint64_t d : 40;
} __attribute__((packed));

int main(void) {
  struct packed p;
  cairn_symbolic(&p, sizeof p, "p");
  if (p.a == 5 && p.b == -11) reached(1);
  p.c += 7;
  if (p.c == 3) reached(2);
  if (p.d == 0xabcdef0123) reached(3);
  return 0;
}

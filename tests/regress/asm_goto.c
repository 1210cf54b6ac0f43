// Memory that an `asm goto` writes kept the labels of what stood there before. (What it reads there nobody knows.)
// expect: loss
#include "probe.h"

int main(void) {
  INPUT(uint8_t, place);
  INPUT(uint8_t, other);
  __asm__ goto("movb $5, (%0); jmp %l1" : : "r"(&place) : "memory" : there);
  return 1;
there:
  if (place == 9) return 1;
  if (other == 3) reached(1);
  return 0;
}

// Code that is not recorded writes where it was led to by something other than its arguments, or leaves a part of a word
// as it was. Bytes that it changed kept their labels, and conditions on them were wrong.
// expect: stdin 8
#include <stdint.h>
#include <unistd.h>

#include "probe.h"

uint8_t shared[8];
void outside(void);
__asm__(
    ".pushsection .text\n"
    "outside: mov shared@GOTPCREL(%rip), %rax\n"
    "movb $81, (%rax)\n"
    "movb $81, 4(%rax)\n"
    "ret\n"
    ".popsection");

static NOINLINE uint32_t word(const uint8_t* at) {
  uint32_t word;
  __builtin_memcpy(&word, at, sizeof word);
  return word;
}

int main(void) {
  uint8_t copied[4];
  if (read(0, shared, sizeof shared) != sizeof shared) return 9;
  if (shared[0] == 'z') reached(1);
  outside();
  __builtin_memcpy(copied, shared, sizeof copied);
  if (shared[0] == 'Z') return 1;
  if (shared[1] == 'Y') reached(2);
  if (copied[0] == 'Z') return 2;
  if (copied[2] == 'X') reached(3);
  const uint32_t mixed = word(shared + 4);
  if ((mixed & 0xff) != 81) return 3;
  if (mixed == 0x41424300 + 81) reached(4);
  return 0;
}

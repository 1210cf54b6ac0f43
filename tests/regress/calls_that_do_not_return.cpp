// A function that is not recorded changes labelled memory and is then left by an exception or a jump. What it changed
// kept its labels, and what was remembered of the call stayed, until there was no room for further calls.
// expect: stdin 8

// expect: loss
#include <unistd.h>

#include <csetjmp>

#include "probe.h"

extern "C" void outside(uint8_t* bytes, void (*leave)());
asm(".pushsection .text\n"
    "outside: movb $81, (%rdi)\n"
    "jmp *%rsi\n"
    ".popsection");

static std::jmp_buf back;
static void jump() { std::longjmp(back, 1); }
static void do_throw() { throw 1; }
static void come_back() {}

// No landing pad of its own.
static NOINLINE void pass_on(uint8_t* bytes) {
  outside(bytes, do_throw);
  bytes[1] = 0;
}

int main() {
  uint8_t bytes[8];
  if (read(0, bytes, sizeof bytes) != sizeof bytes) return 9;
  uint8_t *const thrown = bytes, *const passed = bytes + 2, *const jumped = bytes + 4, *const kept = bytes + 6;
  for (int i = 0; i < 100; ++i) {
    try {
      outside(thrown, do_throw);
    } catch (int) {
    }
  }
  if (thrown[0] == 'Z') return 1;
  if (thrown[1] == 'Y') reached(1);
  try {
    pass_on(passed);
  } catch (int) {
  }
  if (passed[0] == 'Z') return 2;
  if (passed[1] == 'Y') reached(2);
  if (setjmp(back) == 0) outside(jumped, jump);
  if (jumped[0] == 'Z') return 3;
  if (jumped[1] == 'Y') reached(3);
  outside(kept, come_back);
  if (kept[0] == 'Z') return 4;
  if (kept[1] == 'Y') reached(4);
  return 0;
}

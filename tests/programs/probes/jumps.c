// setjmp and longjmp: the shadow of the frames in between is gone, that of the frame returned to is not.
#include <setjmp.h>

#include "probe.h"

static jmp_buf back;

NOINLINE static int deep(int depth, uint32_t x) {
  if (depth == 0) longjmp(back, 3);
  return deep(depth - 1, x + 1) + 1;
}

int main(void) {
  INPUT(uint32_t, x);
  volatile uint32_t kept = x ^ 0xff00ff00;
  int how = setjmp(back);
  if (how == 0) return deep(5, x);
  if (how == 3 && kept == 0x12345678) reached(1);
  return 0;
}

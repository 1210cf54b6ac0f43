// What longjmp is given comes back from setjmp, and had lost its label on the way: paths lacked the condition.
#include <setjmp.h>

#include "probe.h"

static jmp_buf back;
static sigjmp_buf far_back;

static NOINLINE void jump(int value) { longjmp(back, value); }
static NOINLINE void jump_far(int value) { siglongjmp(far_back, value); }

int main(void) {
  INPUT(uint8_t, x);
  INPUT(uint8_t, y);
  const int near = setjmp(back);
  if (near == 0) jump(x & 3);
  if (near == 2) reached(1);
  const int far = sigsetjmp(far_back, 0);
  if (far == 0) jump_far((y & 1) + 4);
  if (far == 5) reached(2);
  return 0;
}

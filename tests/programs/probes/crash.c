// A write through a null pointer behind a guard: a bug, recorded once.
// expect: bugs 1
#include "probe.h"

int main(void) {
  INPUT(uint32_t, x);
  volatile int* nowhere = NULL;
  if (x == 0xbadc0de) {
    reached(1);
    fflush(stdout);
    *nowhere = 1;
  }
  return 0;
}

// What a constructor executed counted as never executed: counting began with main.
// expect: branches 4 6
#include <stdlib.h>

#include "probe.h"

static int mode;

__attribute__((constructor)) static void set_up(void) {
  if (getenv("NOBODY_SETS_THIS") == NULL)
    mode = 1;
  else
    mode = 2;
}

int main(void) {
  INPUT(uint8_t, a);
  if (a == 3) {
    if (mode == 1) reached(1);
  }
  return 0;
}

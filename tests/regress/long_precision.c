// A precision much larger than the string. The recorder looked so far for labels, beyond the end of memory.
#include <limits.h>
#include <stdio.h>

#include "probe.h"

int main(void) {
  INPUT(uint8_t, x);
  const char text[3] = {'a', (char)x, 0};
  char out[8];
  if (snprintf(out, sizeof out, "%.*s", INT_MAX, text) == 2 && out[1] == 'q') reached(1);
  return 0;
}

// What a program was given by popen it has read, and its exit status told ours about it: nobody said so.
// expect: loss
#define _DEFAULT_SOURCE
#include "probe.h"

int main(void) {
  INPUT(uint8_t, x);
  if (x == 'x') reached(1);
  FILE* other = popen("grep -q K", "w");
  if (other == NULL) return 1;
  fputc(x, other);
  return pclose(other) == 0 ? 2 : 0;
}

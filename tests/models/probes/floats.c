// Numbers with a point are read by glibc: that is loss, and said so.
// expect: loss
#include <stdlib.h>

#include "probe.h"

int main(void) {
  char s[3];
  cairn_symbolic(s, sizeof s, "s");
  s[2] = 0;
  if (s[0] == '7') reached(1);
  if (strtod(s, NULL) == 3.5) return 1;
  return 0;
}

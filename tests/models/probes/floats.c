// Numbers with a point are followed as far as they are short and decimal. The others are read by glibc: that is loss, and said so.
// expect: loss
#include <stdlib.h>

#include "probe.h"

int main(void) {
  INPUT(uint8_t, which);
  char s[5];
  cairn_symbolic(s, sizeof s, "s");
  s[4] = 0;
  if (which == 1) {
    char* end;
    if (strtod(s, &end) == 3.25) reached(1);
    if (end == s) reached(2);
  } else if (which == 2) {
    float x;
    if (sscanf(s, "%f", &x) == 1 && x == -0.5f) reached(3);
  } else if (which == 3) {
    const double x = atof(s);
    if (x > 1e20) reached(4);
    if (x > 0 && x < 0.01) reached(5);
  }
  return 0;
}

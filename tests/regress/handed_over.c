// Symbolic text goes to a function that nobody follows: that is loss, and told.
// expect: loss
#include <stdlib.h>

#include "probe.h"

int main(void) {
  char text[4] = {0};
  cairn_symbolic(text, 3, "text");
  if (text[0] == 'h') reached(1);
  text[3] = 0;
  if (a64l(text) == 77) abort();
  return 0;
}

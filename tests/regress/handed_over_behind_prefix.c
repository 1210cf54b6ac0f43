// Symbolic text behind a concrete beginning goes to a function that nobody follows, and nothing was told.
// expect: loss
#include <stdlib.h>

#include "probe.h"

int main(void) {
  char text[4] = "a";
  cairn_symbolic(text + 1, 2, "text");
  if (text[1] == 'h') reached(1);
  text[3] = 0;
  if (a64l(text) == 77777777) abort();
  return 0;
}

// Wide streams read input that is not followed, and say so.
// expect: stdin 2
// expect: loss
#include <stdlib.h>
#include <unistd.h>
#include <wchar.h>

#include "probe.h"

int main(void) {
  char first = 0;
  if (read(0, &first, 1) == 1 && first == 'w') reached(1);
  if (getwchar() == L'K') abort();
  return 0;
}

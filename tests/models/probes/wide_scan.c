// What is scanned with a wide format is not followed, and that is said.
// expect: stdin 2
// expect: loss
#include <stdlib.h>
#include <unistd.h>
#include <wchar.h>

#include "probe.h"

int main(void) {
  char first = 0;
  wchar_t next[4] = {0};
  if (read(0, &first, 1) == 1 && first == 'w') reached(1);
  if (wscanf(L"%3ls", next) == 1 && next[0] == L'K') abort();
  return 0;
}

// The end of standard input is a branch: the input grows from nothing to what the program wants, and no further.
// expect: stdin 16
#include <unistd.h>

#include "probe.h"

int main(void) {
  char buffer[16];
  ssize_t n = read(0, buffer, sizeof buffer);
  if (n == 0) reached(1);
  if (n == 5) reached(2);
  if (n > 8 && buffer[8] == '!') reached(3);
  if (n == 16) reached(4);
  return 0;
}

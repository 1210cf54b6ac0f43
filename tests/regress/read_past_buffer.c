// fread takes no more from the descriptor than it is asked for when its buffer is too small to hold that. The model
// filled the buffer again, and what the program then read itself was gone.
// expect: stdin 6
#include <unistd.h>

#include "probe.h"

int main(void) {
  static char buffer[4], head[5];
  char next = 0;
  setvbuf(stdin, buffer, _IOFBF, sizeof buffer);
  if (fread(head, 1, sizeof head, stdin) != sizeof head) return 0;
  if (head[4] == 'h') reached(1);
  if (read(0, &next, 1) == 1 && next == 'n') reached(2);
  return 0;
}

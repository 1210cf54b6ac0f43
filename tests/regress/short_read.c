// How many bytes a read gave is a fact of the path even before the program looks at the number: what is behind them in the buffer is
// old. It was none, and the same sides led to other conditions for inputs of other lengths.
// expect: stdin 6
#include <unistd.h>

#include "probe.h"

int main(void) {
  char line[12] = "-----------";
  const long got = read(0, line, sizeof line - 1);
  int dashes = 0;
  for (int i = 0; i < 5; ++i) dashes += line[i] == '-';
  if (dashes == 5) reached(1);
  if (dashes == 2 && line[4] == '-') reached(2);
  if (line[4] == 'q') reached(3);
  if (got == 3) reached(4);
  return 0;
}

// A word read one byte a call: the position in the input moves with every read.
// expect: stdin 8
#include <unistd.h>

#include "probe.h"

int main(void) {
  const char* word = "cairn";
  for (int i = 0; i < 5; i++) {
    char c;
    if (read(0, &c, 1) != 1) return 1;
    if (c != word[i]) return 2;
  }
  reached(1);
  return 0;
}

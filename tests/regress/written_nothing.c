// fwrite of elements whose size turns out to be 0 writes none of them, and says so. Where the size was symbolic
// nobody asked whether it is 0: the side behind was not found, and the exploration called itself complete.
// expect: stdin 1
#include <stdio.h>
#include <unistd.h>

#include "probe.h"

int main(void) {
  static const char text[256];
  unsigned char size = 1;
  if (read(0, &size, 1) != 1) return 2;
  FILE* out = fopen("/dev/null", "w");
  if (out == NULL) return 2;
  if (fwrite(text, size, 1, out) != 1)
    reached(1);
  else if (fwrite(text, size, 3, out) == 3 && size == 9)
    reached(2);
  return 0;
}

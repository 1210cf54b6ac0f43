// How much fwrite wrote is as much as it was asked to write: the comparison of the two is the same condition in every run,
// whatever the size. It was a comparison with the run's own number, and runs that should have gone the same way parted.
// expect: stdin 1
#include <stdio.h>
#include <unistd.h>

#include "probe.h"

int main(void) {
  static const char text[16] = "0123456789abcdef";
  unsigned char size = 0;
  if (read(0, &size, 1) != 1 || size > sizeof text) return 2;
  FILE* out = fopen("/dev/null", "w");
  if (out == NULL) return 2;
  size_t left = sizeof text;
  unsigned lines = 0;
  while (size > 0 && left > 0) {
    const size_t part = left < size ? left : size;
    if (fwrite(text, 1, part, out) < part) return 3;
    left -= part;
    ++lines;
  }
  if (lines == 1) reached(1);
  if (lines == 6) reached(2);
  if (lines == 16) reached(3);
  return 0;
}

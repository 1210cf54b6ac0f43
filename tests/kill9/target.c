// More paths than anybody explores in a minute, each found by a cheap flip: whenever the engine is killed it is busy
// storing tests.
#include <stdio.h>

#include "cairn.h"

int main(void) {
  unsigned char bytes[24];
  unsigned count = 0;
  cairn_symbolic(bytes, sizeof bytes, "bytes");
  for (unsigned i = 0; i < sizeof bytes; i++) {
    if (bytes[i] > 10 * i) count++;
    if (bytes[i] == 200 - i) count += 100;
  }
  printf("%u\n", count);
  return 0;
}

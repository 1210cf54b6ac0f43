// Calls of a harness in one process: blocks lay where earlier calls had freed others, so that conditions on addresses
// in them differed from call to call. The tree took the program for unsteady, and what lay behind them was never
// explored. A program with a main of its own is a harness too.
#include <stdlib.h>

#include "probe.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  (void)data;
  (void)size;
  INPUT(uint8_t, kind);
  INPUT(uint8_t, index);
  char* volatile other = kind == 'a' ? malloc(24) : NULL;
  char* volatile table = malloc(24);
  char* const place = table;
  memset(place, 0, 4);
  place[index & 3] = 7;
  if (place[2] == 7) {
    if (kind == 'a') reached(1);
    if (kind == 'b') reached(2);
  }
  free(other);
  free(table);
  return 0;
}

int main(void) { return LLVMFuzzerTestOneInput(NULL, 0); }

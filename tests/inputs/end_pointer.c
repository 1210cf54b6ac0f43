// A harness that compares pointers with the end of its input, as parsers do. The input was at another address for
// every size, so the same comparison was another condition in every run and the tree took the program for unsteady.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const uint8_t* p = data;
  const uint8_t* end = data + size;
  while (p < end && *p == '.') ++p;
  if (end - p == 3 && p[0] == 'e' && p[1] == 'n' && p[2] == 'd' && p - data == 30) abort();
  return 0;
}

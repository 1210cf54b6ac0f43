// A harness for the in-process loop: the first byte says what to do.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  if (data[0] == 'A') abort();
  if (data[0] == 'E') exit(3);
  while (data[0] == 'L') {
    asm volatile("");
  }
  return 0;
}

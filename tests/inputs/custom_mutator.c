/* A harness that brings its own mutators: they call one of libFuzzer, which was not there, so it did not link. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t most);

size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t most, unsigned seed) {
  (void)seed;
  return LLVMFuzzerMutate(data, size, most);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  uint32_t sum = 0;
  if (size != 7) return -1;
  for (size_t i = 4; i < size; ++i) sum = sum * 31 + data[i];
  if (memcmp(data, &sum, 4) == 0 && data[4] == 'x') abort();
  return 0;
}

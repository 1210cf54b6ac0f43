/* main for builds of a harness that read one input from standard input: gcov's and AFL++'s. */
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
__attribute__((weak)) int LLVMFuzzerInitialize(int* argc, char*** argv);

int main(int argc, char** argv) {
  if (LLVMFuzzerInitialize != NULL) LLVMFuzzerInitialize(&argc, &argv);
  static uint8_t data[1 << 20];
  size_t size = 0;
  for (ssize_t got; size < sizeof data && (got = read(0, data + size, sizeof data - size)) > 0;) size += (size_t)got;
  uint8_t* copy = malloc(size); /* of exactly that size, so that checkers see reads behind it */
  for (size_t i = 0; i < size; ++i) copy[i] = data[i];
  LLVMFuzzerTestOneInput(copy, size);
  free(copy);
  return 0;
}

/* A harness for libFuzzer.
 *   cairn-cc -g libfuzzer_url.c -o libfuzzer_url && cairn run --stdin 16 -- ./libfuzzer_url */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

static int configured;

int LLVMFuzzerInitialize(int* argc, char*** argv) {
  (void)argc;
  (void)argv;
  configured = 1;
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (!configured || size < 6) return 0;
  if (data[0] == 'u' && data[1] == ':' && data[2] == '/' && data[3] == '/')
    if (data[size - 1] == '?' && size == 9) abort();
  return 0;
}

// Memory with labels is freed and then used by the C library itself: what the library writes there has no labels.
#define _GNU_SOURCE
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "probe.h"

int main(void) {
  INPUT(uint8_t, x);
  for (size_t size = 16; size <= 2048; size += 16) {
    void* blocks[8];
    for (int i = 0; i < 8; ++i) blocks[i] = memset(malloc(size), x, size);
    for (int i = 0; i < 8; ++i) free(blocks[i]);
  }
  FILE* f = fopen("/dev/null", "r"); /* a stream's fields are read by instrumented code */
  if (f == NULL) return 1;
  const int c = getc(f);
  fclose(f);
  struct re_pattern_buffer pattern = {0};
  struct re_registers found = {0};
  re_compile_pattern("b+", 2, &pattern);
  if (re_search(&pattern, "abbbc", 5, 0, 5, &found) == 1 && found.end[0] == 4 && c == EOF && x == 77) reached(1);
  return 0;
}

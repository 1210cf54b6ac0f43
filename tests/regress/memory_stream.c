// Symbolic text that was written into memory by a stream came back without its labels, and nobody said so.
// expect: loss
#define _GNU_SOURCE
#include <stdlib.h>

#include "probe.h"

int main(void) {
  INPUT(uint8_t, x);
  char* text = NULL;
  size_t size = 0;
  FILE* f = open_memstream(&text, &size);
  if (f == NULL) return 1;
  fwrite(&x, 1, 1, f);
  fclose(f);
  if (text[0] == 'K') return 2;
  free(text);
  if (x == 'l') reached(1);
  return 0;
}

// What a function of the program gives to a stream (fopencookie) lost its labels in the stream's buffer.
// expect: stdin 2
#define _GNU_SOURCE
#include <unistd.h>

#include "probe.h"

static ssize_t give(void* cookie, char* to, size_t size) {
  (void)cookie;
  return read(0, to, size > 2 ? 2 : size);
}

int main(void) {
  const cookie_io_functions_t functions = {.read = give};
  FILE* f = fopencookie(NULL, "r", functions);
  if (f == NULL) return 1;
  char two[2] = {0};
  if (fread(two, 1, 2, f) == 2 && two[1] == 'c') reached(1);
  if (two[0] == 'k') reached(2);
  fclose(f);
  return 0;
}

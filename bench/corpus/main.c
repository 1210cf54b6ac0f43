// bench_work on standard input, as a program of its own.
#include <stdio.h>

#include "bench.h"

int main(void) {
  static uint8_t data[4096];
  size_t size = fread(data, 1, sizeof data, stdin);
  return bench_work(data, size) < 0;
}

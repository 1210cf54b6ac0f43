// Instrumented code called from a library that is not: its arguments come without labels, and stale ones must not be
// taken for them.
#include <stdlib.h>

#include "probe.h"

static int calls;

static int compare(const void* a, const void* b) {
  calls++;
  return *(const int*)a - *(const int*)b;
}

int main(void) {
  INPUT(uint32_t, x);
  int numbers[5] = {5, 3, 4, 1, 2};
  qsort(numbers, 5, sizeof numbers[0], compare);
  if (numbers[0] != 1 || numbers[4] != 5 || calls == 0) printf("qsort went wrong\n");
  if (x == 0x600dcafe) reached(1);
  return 0;
}

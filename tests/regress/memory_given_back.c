// A function that is not instrumented may give memory back that has labels: what it changed there was looked for where
// nothing was any more, and the program seemed to crash.
#include <sys/mman.h>

#include "probe.h"

int main(void) {
  INPUT(uint8_t, x);
  uint8_t* page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return 1;
  page[0] = x;
  if (page[0] == 7) reached(1);
  int (*volatile give_back)(void*, size_t) = munmap;
  if (give_back(page, 4096) != 0) return 1;
  if (x == 9) reached(2);
  return 0;
}

// Numbers that only the system does something with are kept as they are; they were lost.
// expect: stdin 1
#include <stdint.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "probe.h"

int main(void) {
  unsigned char n;
  if (read(0, &n, 1) != 1 || n > 3) return 0;
  void* const aligned = aligned_alloc(64, (size_t)n * 64 + 64);
  void* other = NULL;
  if (aligned != NULL && (uintptr_t)aligned % 64 == 0 && posix_memalign(&other, 32, n) == 0) reached(1);
  free(aligned);
  free(other);
  if (!isatty(100 + n) && n == 2) reached(2);
  if (fchmod(100 + n, 0600) != 0 && fchown(-1, n, n) != 0 && n == 3) reached(3);
  return 0;
}

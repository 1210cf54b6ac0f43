// Functions that print were taken for ones that give nothing back: what they return, and whether the program goes on
// behind them, depends on what they are given.
#define _GNU_SOURCE
#include <errno.h>
#include <error.h>
#include <sys/uio.h>
#include <unistd.h>

#include "probe.h"

int main(void) {
  FILE* nowhere = fopen("/dev/null", "w");
  if (nowhere == NULL) return 1;
  const int fd = fileno(nowhere);
  INPUT(uint8_t, a);
  INPUT(uint8_t, b);
  INPUT(uint8_t, c);
  INPUT(uint8_t, d);
  INPUT(uint8_t, e);
  INPUT(uint8_t, f);
  INPUT(uint8_t, g);
  if (fputc(a, nowhere) == 'q') reached(1);
  if (putc_unlocked(b, nowhere) == 'q') reached(2);
  if (fprintf(nowhere, "%d\n", c) == 4) reached(3);
  if (dprintf(fd, "%d\n", d) == 3) reached(4);
  struct iovec part = {(void*)"abcdefg", e & 3};
  if (writev(fd, &part, 1) == 3) reached(5);
  if (close(f & 1 ? -1 : dup(fd)) != 0) reached(6);
  fclose(stderr);  // it has nothing to say to anybody
  error(g == 9 ? 3 : 0, 0, "over");
  if (g == 10) reached(7);
  return 0;
}

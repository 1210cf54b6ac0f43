// How long the program has worked and what that cost is the same in every run: a test that was made to meet it does.
#define _DEFAULT_SOURCE
#include <sys/resource.h>
#include <sys/times.h>
#include <unistd.h>

#include "probe.h"

int main(void) {
  uint8_t x[4];
  cairn_symbolic(x, sizeof x, "x");
  struct tms spent;
  struct rusage usage;
  const uint8_t now = (uint8_t)times(&spent);
  if (getrusage(RUSAGE_SELF, &usage) != 0) return 1;
  if (x[0] == now) usleep(1);
  if (x[1] == (uint8_t)usage.ru_minflt) usleep(1);
  if (x[2] == (uint8_t)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec)) usleep(1);
  if (x[3] == 't') reached(1);
  return 0;
}

// The C library reads TZ by itself, and programs compare the names it makes of it with others. Nobody was told that what
// came of a symbolic one was lost, and flips behind such a comparison went astray.
// expect: loss
#define _GNU_SOURCE
#include <stdlib.h>
#include <time.h>

#include "probe.h"

static char zone[] = "TZ=AAA0";

int main(void) {
  INPUT(char, letter);
  zone[3] = letter;
  putenv(zone);
  const time_t when = 0;
  struct tm date;
  if (localtime_r(&when, &date) == NULL) return 1;
  if (letter == 'A') reached(1);
  return 0;
}

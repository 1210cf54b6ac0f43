// mktime and timegm bring the fields of a date into their ranges. Nobody followed what came of symbolic ones, and those
// that were within their range kept their labels, as if they would be the same whatever the input.
#define _DEFAULT_SOURCE
#include <stdlib.h>
#include <time.h>

#include "probe.h"

int main(void) {
  INPUT(uint8_t, day);
  struct tm date = {.tm_year = 100, .tm_mon = 1, .tm_mday = day};
  if (day > 60) return 0;
  if (timegm(&date) == -1) return 1;
  if (date.tm_mday == 40) abort();
  if (date.tm_mday != day)
    reached(1);
  else if (day == 7)
    reached(2);
  return 0;
}

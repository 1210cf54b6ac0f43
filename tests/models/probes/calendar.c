// Dates that depend on the seconds they are made of.
#define _GNU_SOURCE
#include <stdlib.h>
#include <time.h>

#include "probe.h"

static char zone[] = "TZ=UTC0";

int main(void) {
  INPUT(uint32_t, seconds);
  INPUT(int64_t, far);
  putenv(zone);
  const time_t when = seconds;
  struct tm date;
  if (gmtime_r(&when, &date) == NULL) return 1;
  if (date.tm_mon == 1 && date.tm_mday == 29 && date.tm_wday == 5) {
    reached(1);
    if (date.tm_year == 2064 - 1900 && date.tm_hour == 23 && date.tm_min == 59) reached(2);
  }
  const struct tm* const there = localtime(&when);
  if (there->tm_yday == 365) reached(3);
  const time_t far_when = far;
  const struct tm* const then = gmtime(&far_when);
  if (then == NULL) reached(4);
  if (then != NULL && then->tm_year < -1900) reached(5);
  return 0;
}

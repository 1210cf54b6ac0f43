// Dates as text: written, and read again.
#define _GNU_SOURCE
#include <time.h>

#include "probe.h"

int main(void) {
  INPUT(uint8_t, which);
  INPUT(uint8_t, month);
  INPUT(uint8_t, day);
  INPUT(uint8_t, hour);
  INPUT(uint32_t, seconds);
  char text[] = "2000-01-01, 10 Jan 10:37AM";
  cairn_symbolic(text, 10, "date");
  cairn_symbolic(text + 15, 3, "month");
  cairn_symbolic(text + 19, 2, "hour");
  cairn_symbolic(text + 24, 2, "half");
  if (month > 11 || day < 1 || day > 31 || hour > 23) return 0;
  struct tm date = {.tm_mon = month, .tm_mday = day, .tm_hour = hour, .tm_year = 101, .tm_wday = hour % 7};
  char out[64];
  switch (which) {
    case 1:
      strftime(out, sizeof out, "%Y-%m-%d", &date);
      if (strcmp(out, "2001-09-08") == 0) reached(1);
      break;
    case 2:
      strftime(out, sizeof out, "%A, %e %B, %I %p", &date);
      if (strcmp(out, "Tuesday,  7 May, 11 PM") == 0) reached(2);
      break;
    case 3:
      if (strncmp(asctime(&date), "Sun Sep  9 07", 13) == 0) reached(3);
      break;
    case 4:
      if (strptime(text, "%Y-%m-%d", &date) != NULL && date.tm_year == 101 && date.tm_mon == 8 && date.tm_wday == 0)
        reached(4);
      break;
    case 5:
      if (strptime(text + 12, "%d %b %I:%M%p", &date) != NULL && date.tm_mon == 2 && date.tm_hour == 13 &&
          date.tm_min == 37)
        reached(5);
      break;
    case 6:
      if (difftime(seconds, 1000000) == 86400.0) reached(6);
  }
  return 0;
}

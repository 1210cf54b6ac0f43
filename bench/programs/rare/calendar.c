/* Dates: validity is easy to solve for, the day of the week divides and multiplies its way to an answer. */
#include <stdint.h>
#include <stdio.h>

#include "cairn.h"

typedef struct date {
  uint16_t year;
  uint8_t month, day;
} date;

static int leap(unsigned year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

static unsigned days_in(unsigned year, unsigned month) {
  switch (month) {
    case 2:
      return leap(year) ? 29 : 28;
    case 4:
    case 6:
    case 9:
    case 11:
      return 30;
    default:
      return 31;
  }
}

/* Zeller's congruence; 0 is Saturday. */
static unsigned weekday(const date* d) {
  unsigned year = d->year, month = d->month;
  if (month < 3) {
    month += 12;
    year -= 1;
  }
  return (d->day + 13 * (month + 1) / 5 + year % 100 + year % 100 / 4 + year / 100 / 4 + 5 * (year / 100)) % 7;
}

static unsigned ordinal(const date* d) {
  unsigned sum = d->day;
  for (unsigned month = 1; month < d->month; ++month) sum += days_in(d->year, month);
  return sum;
}

static const char* feast(const date* d, unsigned day_of_week) {
  if (d->month == 12 && d->day == 25) return day_of_week == 1 ? "Christmas on a Sunday" : "Christmas";
  if (d->month == 1 && d->day == 1) return "New Year";
  if (d->month == 11 && day_of_week == 5 && d->day > 21 && d->day < 29) return "fourth Thursday";
  if (d->day == 13 && day_of_week == 6) return d->month == 2 ? "Friday 13th in February" : "Friday 13th";
  return 0;
}

int main(void) {
  date d;
  cairn_symbolic(&d, sizeof d, "date");
  if (d.month < 1 || d.month > 12) {
    puts(d.month == 0 ? "no month" : "month too large");
    return 1;
  }
  if (d.day < 1 || d.day > days_in(d.year, d.month)) {
    puts(d.day == 0 ? "no day" : "day too large");
    return 1;
  }
  const unsigned day_of_week = weekday(&d);
  if (d.year < 1583) {
    puts("before the reform");
    if (d.year == 1582 && d.month == 10 && d.day > 4 && d.day < 15) puts("a day that never was");
    return 0;
  }
  if (d.month == 2 && d.day == 29) {
    puts("leap day");
    if (day_of_week == 1) puts("on a Sunday");
    if (d.year % 400 == 0 && day_of_week == 3) puts("on a Tuesday of a round century");
  }
  const char* name = feast(&d, day_of_week);
  if (name) puts(name);
  const unsigned day = ordinal(&d);
  if (day == 256) puts("day of the programmer");
  if (day == 366) puts("last day of a long year");
  if (d.year > 9999) {
    puts("five digits");
    if (day * 7919 % 1000 == 123 && day_of_week == 0) puts("unlikely");
  } else if (d.year % 1000 == 999 && d.month == 12 && d.day == 31) {
    puts("the eve of a millennium, or nearly");
  }
  return 0;
}

// Is this a date, which day of the year is it, and is it a holiday? Division and remainder.
#include <stdio.h>

#include "cairn.h"

static int leap(int year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

static int days_in(int month, int year) {
  if (month == 2) return leap(year) ? 29 : 28;
  if (month == 4 || month == 6 || month == 9 || month == 11) return 30;
  return 31;
}

static int day_of_year(int year, int month, int day) {
  int n = day;
  for (int m = 1; m < month; ++m) n += days_in(m, year);
  return n;
}

int main(void) {
  short d[3] = {0, 0, 0};
  cairn_symbolic(d, sizeof d, "date");
  int year = d[0], month = d[1], day = d[2];
  if (year < 1600 || year > 2400) return 1;
  if (month < 1 || month > 12) return 2;
  if (day < 1 || day > days_in(month, year)) return 3;
  int n = day_of_year(year, month, day);
  if (n == 1) puts("new year");
  if (n % 7 == year % 7) puts("lucky");
  printf("%d\n", n);
  return 0;
}

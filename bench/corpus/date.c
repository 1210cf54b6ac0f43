// Time stamps "YYYY-MM-DDThh:mm:ss+hh:mm": checked, turned into seconds since 1970 by the arithmetic of the Gregorian
// calendar, and back again.
#include <stdbool.h>

#include "bench.h"

struct civil {
  int64_t year;
  unsigned month, day;
};

static int64_t days_of(struct civil c) {
  int64_t y = c.month <= 2 ? c.year - 1 : c.year;
  int64_t era = (y >= 0 ? y : y - 399) / 400;
  unsigned yoe = (unsigned)(y - era * 400);
  unsigned doy = (153 * (c.month + (c.month > 2 ? -3u : 9)) + 2) / 5 + c.day - 1;
  unsigned doe = yoe * 365 + yoe / 4 - yoe / 100 + doy;
  return era * 146097 + (int64_t)doe - 719468;
}

static struct civil civil_of(int64_t days) {
  days += 719468;
  int64_t era = (days >= 0 ? days : days - 146096) / 146097;
  unsigned doe = (unsigned)(days - era * 146097);
  unsigned yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
  unsigned doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
  unsigned mp = (5 * doy + 2) / 153;
  struct civil c = {(int64_t)yoe + era * 400, mp < 10 ? mp + 3 : mp - 9, doy - (153 * mp + 2) / 5 + 1};
  if (c.month <= 2) ++c.year;
  return c;
}

static bool leap(int64_t y) { return (y % 4 == 0 && y % 100 != 0) || y % 400 == 0; }

static bool digits(const uint8_t* s, int n, unsigned* value) {
  *value = 0;
  for (int i = 0; i < n; ++i) {
    if (s[i] < '0' || s[i] > '9') return false;
    *value = *value * 10 + (s[i] - '0');
  }
  return true;
}

int bench_work(const uint8_t* s, size_t size) {
  static const uint8_t lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  unsigned year, month, day, hour, minute, second, zone_hour = 0, zone_minute = 0;
  if (size < 20) return -1;
  if (s[4] != '-' || s[7] != '-' || (s[10] != 'T' && s[10] != ' ') || s[13] != ':' || s[16] != ':') return -2;
  if (!digits(s, 4, &year) || !digits(s + 5, 2, &month) || !digits(s + 8, 2, &day)) return -3;
  if (!digits(s + 11, 2, &hour) || !digits(s + 14, 2, &minute) || !digits(s + 17, 2, &second)) return -4;
  if (month < 1 || month > 12) return -5;
  unsigned last = lengths[month - 1] + (month == 2 && leap(year) ? 1u : 0u);
  if (day < 1 || day > last) return -6;
  if (hour > 23 || minute > 59 || second > 60) return -7;
  int sign = 0;
  if (s[19] == '+' || s[19] == '-') {
    if (size < 25 || s[22] != ':') return -8;
    if (!digits(s + 20, 2, &zone_hour) || !digits(s + 23, 2, &zone_minute)) return -9;
    if (zone_hour > 14 || zone_minute > 59) return -10;
    sign = s[19] == '+' ? 1 : -1;
  } else if (s[19] != 'Z') {
    return -11;
  }
  int64_t time = days_of((struct civil){year, month, day}) * 86400 + hour * 3600 + minute * 60 + second;
  time -= sign * (int64_t)(zone_hour * 3600 + zone_minute * 60);
  struct civil back = civil_of(time >= 0 ? time / 86400 : (time - 86399) / 86400);
  if (back.month == 2 && back.day == 29) return 2;
  if (time % 86400 == 0 && (time / 86400 + 4) % 7 == 0) return 3;  // a Sunday begins
  if (time == 1234567890) return 4;
  return time < 0 ? 1 : 0;
}

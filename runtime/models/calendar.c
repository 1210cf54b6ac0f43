/* Models of what tells the date of a number of seconds. In UTC that is arithmetic, so the fields have labels. Years are
 * counted from March, so that the day that may be missing is their last one. What the arithmetic says is checked against
 * glibc each time. Other zones are glibc's. */
#include <stdint.h>
#include <string.h>
#include <time.h>

#include "model.h"
#include "models.h"

/* What of a year still fits into an int. */
static const int64_t kFirst = -67768040609740800, kLast = 67768036191676799;

static int64_t whole(int64_t n, int64_t by) { return n / by + ((n % by) >> 63); }

static unsigned leap(int64_t year) { return (year % 4 == 0) & ((year % 100 != 0) | (year % 400 == 0)); }

void cairn_calendar(int64_t when, struct tm* t) {
  const int64_t day = whole(when, 86400);
  const unsigned second = (unsigned)(when - day * 86400);
  t->tm_sec = (int)(second % 60);
  t->tm_min = (int)(second / 60 % 60);
  t->tm_hour = (int)(second / 3600);
  const int64_t since = day + 4; /* a Sunday */
  t->tm_wday = (int)(since - whole(since, 7) * 7);

  const int64_t march = day + 719468; /* days since 1 March of the year 0 */
  const int64_t cycle = whole(march, 146097);
  const unsigned of_cycle = (unsigned)(march - cycle * 146097); /* 400 years */
  const unsigned year = (of_cycle - of_cycle / 1460 + of_cycle / 36524 - of_cycle / 146096) / 365;
  const unsigned of_year = of_cycle - (365 * year + year / 4 - year / 100);
  const unsigned month = (5 * of_year + 2) / 153;
  const unsigned next = month > 9; /* January and February */
  const int64_t named = cycle * 400 + year + next;
  t->tm_mday = (int)(of_year - (153 * month + 2) / 5 + 1);
  t->tm_mon = (int)(month + 2 - 12 * next);
  t->tm_year = (int)(named - 1900);
  t->tm_yday = (int)(of_year + 59 + leap(named) - next * (365 + leap(named)));
}

static int same(int ours, int real) { return cairn_plain_integer(ours) == real; }

int cairn_settle_date(const time_t* when, struct tm* made) {
  struct tm ours;
  if (*when < kFirst || *when > kLast) return made == NULL; /* a fact of the path */
  if (made == NULL) return 0;
  cairn_calendar(*when, &ours);
  if (!same(ours.tm_sec, made->tm_sec) || !same(ours.tm_min, made->tm_min) || !same(ours.tm_hour, made->tm_hour) ||
      !same(ours.tm_mday, made->tm_mday) || !same(ours.tm_mon, made->tm_mon) || !same(ours.tm_year, made->tm_year) ||
      !same(ours.tm_wday, made->tm_wday) || !same(ours.tm_yday, made->tm_yday))
    return 0;
  made->tm_sec = ours.tm_sec;
  made->tm_min = ours.tm_min;
  made->tm_hour = ours.tm_hour;
  made->tm_mday = ours.tm_mday;
  made->tm_mon = ours.tm_mon;
  made->tm_year = ours.tm_year;
  made->tm_wday = ours.tm_wday;
  made->tm_yday = ours.tm_yday;
  return 1;
}

static struct tm* in_utc(const time_t* when, struct tm* made) {
  if (made != NULL) cairn_forget(made, sizeof *made);
  if (!cairn_settle_date(when, made)) cairn_lose_memory(when, sizeof *when);
  return made;
}

struct tm* __cairn_model_gmtime_r(const time_t* restrict when, struct tm* restrict t) {
  const time_t plain = cairn_plain_integer(*when);
  return in_utc(when, gmtime_r(&plain, t));
}

struct tm* __cairn_model_gmtime(const time_t* when) {
  const time_t plain = cairn_plain_integer(*when);
  return in_utc(when, gmtime(&plain));
}

/* A model of strptime. The text is read twice: by glibc, and here with labels, for the conversions that are in use; only
 * where both agree on all fields and on where the date ends, the fields get the labels. */
#include <string.h>
#include <time.h>

#include "calendar_fields.h"
#include "model.h"
#include "models.h"

struct reading {
  const char* at; /* null: it does not fit the format */
  struct tm date;
  int known;
  int dates, has_wday, has_yday; /* which fields say what day it is */
  int of_twelve, afternoon;
};

/* A branch, and no choice of pointers: one with a label would be pinned wherever it leads. */
static __attribute__((noinline)) void give_up(struct reading* in) { in->at = NULL; }

static void skip_space(struct reading* in) {
  while (__cairn_model_isspace((unsigned char)*in->at)) ++in->at;
}

/* A number in the range, of so many digits; 0 if there is none. */
static int read_number(struct reading* in, int from, int to, int digits) {
  const char* s = in->at;
  while (*s == ' ') ++s;
  int value = 0;
  const char* begin = s;
  while (s - begin < digits && (unsigned char)(*s - '0') < 10 && (s == begin || value * 10 <= to))
    value = value * 10 + (*s++ - '0');
  in->at = s;
  if (s == begin || value < from || value > to) give_up(in);
  return value;
}

static void read_character(struct reading* in, char c) {
  if (*in->at != c)
    give_up(in);
  else
    ++in->at;
}

static size_t matches(const char* s, const char* name) {
  size_t n = 0;
  while (name[n] != 0 && __cairn_model_tolower((unsigned char)s[n]) == __cairn_model_tolower((unsigned char)name[n]))
    ++n;
  return n;
}

/* The whole name or its first three letters. */
static int read_name(struct reading* in, const char* const names[], int count) {
  for (int i = 0; i < count; ++i) {
    const size_t n = matches(in->at, names[i]);
    if (n < 3) continue;
    in->at += names[i][n] == 0 ? n : 3;
    return i;
  }
  give_up(in);
  return 0;
}

static int read_half(struct reading* in) {
  const int afternoon = matches(in->at, "PM") == 2;
  if (!afternoon && matches(in->at, "AM") != 2)
    give_up(in);
  else
    in->at += 2;
  return afternoon;
}

static void read(struct reading* in, const char* f);

/* A conversion that stands for several sets all of their fields or none. */
static void read_together(struct reading* in, const char* f) {
  const struct tm before = in->date;
  read(in, f);
  if (in->at == NULL) in->date = before;
}

static void convert(struct reading* in, char c) {
  struct tm* t = &in->date;
  int number;
  switch (c) {
    case '%':
      read_character(in, '%');
      return;
    case 'a':
    case 'A':
      number = read_name(in, cairn_day_names, 7);
      if (in->at != NULL) t->tm_wday = number;
      in->has_wday = 1;
      return;
    case 'b':
    case 'B':
    case 'h':
      number = read_name(in, cairn_month_names, 12);
      if (in->at != NULL) t->tm_mon = number;
      in->dates = 1;
      return;
    case 'D':
      read_together(in, "%m/%d/%y");
      return;
    case 'F':
      read_together(in, "%Y-%m-%d");
      return;
    case 'R':
      read_together(in, "%H:%M");
      return;
    case 'T':
      read_together(in, "%H:%M:%S");
      return;
    case 'n':
    case 't':
      skip_space(in);
      return;
    case 'p':
      in->afternoon = read_half(in);
      return;
#define READ_NUMBER(from, to, digits, what)   \
  number = read_number(in, from, to, digits); \
  if (in->at != NULL) what;                   \
  return
    case 'd':
    case 'e':
      in->dates = 1;
      READ_NUMBER(1, 31, 2, t->tm_mday = number);
    case 'H':
    case 'k':
      in->of_twelve = 0;
      READ_NUMBER(0, 23, 2, t->tm_hour = number);
    case 'I':
    case 'l':
      in->of_twelve = 1;
      READ_NUMBER(1, 12, 2, t->tm_hour = number % 12);
    case 'j':
      in->has_yday = 1;
      READ_NUMBER(1, 366, 3, t->tm_yday = number - 1);
    case 'm':
      in->dates = 1;
      READ_NUMBER(1, 12, 2, t->tm_mon = number - 1);
    case 'M':
      READ_NUMBER(0, 59, 2, t->tm_min = number);
    case 'S':
      READ_NUMBER(0, 61, 2, t->tm_sec = number);
    case 'y':
      in->dates = 1;
      READ_NUMBER(0, 99, 2, t->tm_year = number + (number < 69) * 100);
    case 'Y':
      in->dates = 1;
      READ_NUMBER(0, 9999, 4, t->tm_year = number - 1900);
#undef READ_NUMBER
    default:
      in->known = 0;
      return;
  }
}

static void read(struct reading* in, const char* f) {
  for (; *f != 0 && in->known && in->at != NULL; ++f) {
    if (__cairn_model_isspace((unsigned char)*f))
      skip_space(in);
    else if (*f == '%')
      convert(in, *++f);
    else
      read_character(in, *f);
  }
}

/* The day of the year and of the week, of year, month and day. */
static void settle_day(struct reading* in) {
  static const short before[12] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
  struct tm* t = &in->date;
  if (in->has_yday || (unsigned)t->tm_mon > 11 || t->tm_year < -1900) { /* the day of the year tells the others */
    in->known = 0;
    return;
  }
  const int year = t->tm_year + 1900;
  const int leap = (year % 4 == 0) & ((year % 100 != 0) | (year % 400 == 0));
  const int of_year = before[t->tm_mon] + t->tm_mday - 1 + (leap & (t->tm_mon > 1));
  const int ended = year + 399; /* 400 years are weeks */
  if (!in->has_wday) t->tm_wday = (365 * ended + ended / 4 - ended / 100 + ended / 400 + of_year + 1) % 7;
  t->tm_yday = of_year;
}

static int same(const struct tm* ours, const struct tm* real) {
#define DIFFERS(field) \
  if ((int)cairn_plain_integer(ours->field) != real->field) return 0;
  CAIRN_DATE_FIELDS(DIFFERS)
#undef DIFFERS
  return 1;
}

int cairn_read_date(const char* s, const char* f, struct tm* t, const char** end) {
  struct reading in = {.at = s, .date = *t, .known = 1};
  read(&in, f);
  if (in.at != NULL && in.of_twelve) in.date.tm_hour += in.afternoon * 12;
  if (in.at != NULL && in.dates) settle_day(&in);
  *t = in.date;
  *end = in.at;
  return in.known;
}

char* __cairn_model_strptime(const char* restrict s, const char* restrict f, struct tm* restrict t) {
  struct tm real = cairn_plain_date(t);
  char* const end = strptime(s, f, &real);
  cairn_lose_string(f);
  struct tm ours = *t;
  const char* ours_end = NULL;
  if (!cairn_recording() || !cairn_c_locale(LC_TIME) || !cairn_read_date(s, f, &ours, &ours_end) || ours_end != end ||
      !same(&ours, &real)) {
    cairn_lose_string(s);
    *t = real;
    return end;
  }
  *t = ours;
  t->tm_isdst = real.tm_isdst;
  t->tm_gmtoff = real.tm_gmtoff;
  t->tm_zone = real.tm_zone;
  return end;
}

/* Models of what writes dates as text. The text is made twice: by glibc, and here from fields with labels for the
 * conversions that are in use; only where both are equal it gets the labels. Flags, widths, weeks of the year and other
 * locales are glibc's. */
#include <stdint.h>
#include <string.h>
#include <time.h>

#include "calendar_fields.h"
#include "model.h"
#include "models.h"

int __cairn_model_snprintf(char* to, size_t room, const char* restrict f, ...);
struct tm* __cairn_model_localtime(const time_t* when);
struct tm* __cairn_model_localtime_r(const time_t* restrict when, struct tm* restrict t);

const char* const cairn_month_names[12] = {"January", "February", "March",     "April",   "May",      "June",
                                           "July",    "August",   "September", "October", "November", "December"};
const char* const cairn_day_names[7] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};

enum { LONGEST = 512 };

struct text {
  char made[LONGEST];
  size_t length;
  int known;
};

static void put(struct text* out, char c) {
  if (out->length == sizeof out->made) {
    out->known = 0;
    return;
  }
  out->made[out->length++] = c;
}

static void put_string(struct text* out, const char* s) {
  for (; *s != 0; ++s) put(out, *s);
}

/* Most numbers have two digits, and no question is needed to write them. */
static void put_pair(struct text* out, int n, char filler) {
  if (n < 0 || n > 99) {
    out->known = 0;
    return;
  }
  put(out, (char)(n < 10 ? filler : '0' + n / 10));
  put(out, (char)('0' + n % 10));
}

static void put_number(struct text* out, const char* f, int n) {
  char digits[16];
  __cairn_model_snprintf(digits, sizeof digits, f, n);
  put_string(out, digits);
}

/* Which name it is, is a branch each: they have different lengths. */
static void put_name(struct text* out, const char* const names[], int count, int n, size_t most) {
  for (int i = 0; i < count; ++i) {
    if (n != i) continue;
    for (size_t k = 0; k < most && names[i][k] != 0; ++k) put(out, names[i][k]);
    return;
  }
  out->known = 0;
}

static int of_twelve(int hour) { return (hour + 11) % 12 + 1; }

static void format(struct text* out, const char* f, const struct tm* t);

static void convert(struct text* out, char c, const struct tm* t) {
  switch (c) {
    case 'a':
      put_name(out, cairn_day_names, 7, t->tm_wday, 3);
      return;
    case 'A':
      put_name(out, cairn_day_names, 7, t->tm_wday, 9);
      return;
    case 'b':
    case 'h':
      put_name(out, cairn_month_names, 12, t->tm_mon, 3);
      return;
    case 'B':
      put_name(out, cairn_month_names, 12, t->tm_mon, 9);
      return;
    case 'c':
      format(out, "%a %b %e %H:%M:%S %Y", t);
      return;
    case 'C':
      put_pair(out, (t->tm_year + 1900) / 100 - (t->tm_year < -1900), '0');
      return;
    case 'd':
      put_pair(out, t->tm_mday, '0');
      return;
    case 'D':
    case 'x':
      format(out, "%m/%d/%y", t);
      return;
    case 'e':
      put_pair(out, t->tm_mday, ' ');
      return;
    case 'F':
      format(out, "%Y-%m-%d", t);
      return;
    case 'H':
      put_pair(out, t->tm_hour, '0');
      return;
    case 'I':
      put_pair(out, of_twelve(t->tm_hour), '0');
      return;
    case 'j':
      put_number(out, "%03d", t->tm_yday + 1);
      return;
    case 'k':
      put_pair(out, t->tm_hour, ' ');
      return;
    case 'l':
      put_pair(out, of_twelve(t->tm_hour), ' ');
      return;
    case 'm':
      put_pair(out, t->tm_mon + 1, '0');
      return;
    case 'M':
      put_pair(out, t->tm_min, '0');
      return;
    case 'n':
      put(out, '\n');
      return;
    case 'p':
      put_string(out, t->tm_hour > 11 ? "PM" : "AM");
      return;
    case 'r':
      format(out, "%I:%M:%S %p", t);
      return;
    case 'R':
      format(out, "%H:%M", t);
      return;
    case 'S':
      put_pair(out, t->tm_sec, '0');
      return;
    case 't':
      put(out, '\t');
      return;
    case 'T':
    case 'X':
      format(out, "%H:%M:%S", t);
      return;
    case 'u':
      put_number(out, "%d", (t->tm_wday + 6) % 7 + 1);
      return;
    case 'w':
      put_number(out, "%d", t->tm_wday);
      return;
    case 'y':
      put_pair(out, (t->tm_year % 100 + 100) % 100, '0');
      return;
    case 'Y':
      put_number(out, "%d", t->tm_year + 1900);
      return;
    case '%':
      put(out, '%');
      return;
    default:
      out->known = 0;
      return;
  }
}

static void format(struct text* out, const char* f, const struct tm* t) {
  for (; *f != 0 && out->known; ++f) {
    if (*f != '%')
      put(out, *f);
    else if (*++f != 0)
      convert(out, *f, t);
    else
      out->known = 0;
  }
}

struct tm cairn_plain_date(const struct tm* t) {
  struct tm plain = *t;
#define PLAIN(field) plain.field = (int)cairn_plain_integer(t->field);
  CAIRN_DATE_FIELDS(PLAIN)
#undef PLAIN
  plain.tm_isdst = (int)cairn_plain_integer(t->tm_isdst);
  return plain;
}

int cairn_write_date(char* to, size_t room, size_t* length, const char* f, const struct tm* t) {
  struct text ours = {.known = 1};
  format(&ours, f, t);
  *length = ours.length;
  if (ours.known && ours.length < room) __builtin_memcpy(to, ours.made, ours.length);
  return ours.known;
}

/* Gives the text that glibc made (nothing, where the room is too small) the labels of what is made here. */
static void settle(char* real, size_t length, size_t room, const char* f, const struct tm* t) {
  cairn_forget(real, length < room ? length + 1 : room);
  if (!cairn_is_symbolic(t, sizeof *t)) return;
  char ours[LONGEST];
  size_t ours_length = 0;
  int same = cairn_c_locale(LC_TIME) && cairn_write_date(ours, sizeof ours, &ours_length, f, t);
  if (same && length == 0 && ours_length >= room) return;
  same = same && ours_length == length && length < sizeof ours;
  for (size_t i = 0; same && i < length; ++i) same = (char)cairn_plain_integer(ours[i]) == real[i];
  if (same)
    __builtin_memcpy(real, ours, length);
  else
    cairn_lose_memory(t, sizeof *t);
}

size_t __cairn_model_strftime(char* restrict to, size_t room, const char* restrict f, const struct tm* restrict t) {
  const struct tm plain = cairn_plain_date(t);
  room = cairn_pin_size(room);
  const size_t length = strftime(to, room, f, &plain);
  cairn_lose_string(f);
  settle(to, length, room, f, t);
  return length;
}

static char* settle_text(char* real, const struct tm* t) {
  if (real != NULL) settle(real, strlen(real), SIZE_MAX, "%a %b %e %H:%M:%S %Y\n", t);
  return real;
}

char* __cairn_model_asctime(const struct tm* t) {
  const struct tm plain = cairn_plain_date(t);
  return settle_text(asctime(&plain), t);
}

char* __cairn_model_asctime_r(const struct tm* restrict t, char* restrict to) {
  const struct tm plain = cairn_plain_date(t);
  return settle_text(asctime_r(&plain, to), t);
}

char* __cairn_model_ctime(const time_t* when) {
  const struct tm* t = __cairn_model_localtime(when);
  return t != NULL ? __cairn_model_asctime(t) : NULL;
}

char* __cairn_model_ctime_r(const time_t* when, char* to) {
  struct tm t;
  return __cairn_model_localtime_r(when, &t) != NULL ? __cairn_model_asctime_r(&t, to) : NULL;
}

double __cairn_model_difftime(time_t later, time_t earlier) {
  const uint64_t apart = (uint64_t)later - (uint64_t)earlier;
  return later < earlier ? -(double)-apart : (double)apart;
}

/* What a call of the printf family would print: whether there is anything symbolic in it, and whether it can be written
 * by stdio_format.c. Floating point, wide characters, %n, positions and locale flags are glibc's in any case. */
#include <limits.h>
#include <stdint.h>
#include <string.h>
#include <wchar.h>

#include "directive.h"
#include "model.h"
#include "models.h"
#include "stdio_format.h"

/* ---- Directives ------------------------------------------------------------------------------ */

static int field(const char** f, int* from) {
  if (**f != '*') return read_number(f);
  ++*f;
  *from = read_position(f);
  return FROM_ARGUMENT;
}

/* Returns behind the flags. */
static void read_flags(const char** f, struct format_directive* d) {
  for (;; ++*f) {
    if (**f == '-')
      d->left = 1;
    else if (**f == '+')
      d->plus = 1;
    else if (**f == ' ')
      d->space = 1;
    else if (**f == '#')
      d->alternate = 1;
    else if (**f == '0')
      d->zero = 1;
    else if (**f == '\'' || **f == 'I')
      d->ours = 0;
    else
      return;
  }
}

struct format_directive cairn_read_format(const char** f) {
  struct format_directive d = {.width = NOT_GIVEN, .precision = NOT_GIVEN, .ours = 1};
  d.position = read_position(f);
  read_flags(f, &d);
  if (**f == '*' || (unsigned)**f - '0' < 10u) d.width = field(f, &d.width_position);
  if (**f == '.') {
    ++*f;
    d.precision = field(f, &d.precision_position);
  }
  const struct length length = read_length(f);
  d.bytes = length.bytes;
  d.large = length.large;
  d.conversion = **f;
  if (**f != 0) ++*f;
  d.wide = read_wide(&length, &d.conversion);
  if (d.position != 0 || d.width_position != 0 || d.precision_position != 0) d.ours = 0;
  return d;
}

/* ---- Arguments ------------------------------------------------------------------------------- */

static int too_wide(int size) { return size >= LARGEST_FIELD || size <= -LARGEST_FIELD; }

/* How much of a string is looked at: up to its end, or to a precision that is not negative. The object may be smaller.
 */
static size_t bytes_read(const void* s, int wide, int precision) {
  const size_t most = precision < 0 ? INT_MAX : (size_t)precision;
  const size_t length = wide ? wcsnlen(s, most) : strnlen(s, most);
  return (length + (length < most)) * (wide ? sizeof(wchar_t) : 1);
}

/* A list that several functions walk through: as a parameter of its own it would not be one any more. */
struct va_parts {
  va_list list;
};

/* What an argument is, by the directive that takes it. */
enum kind { NONE, UNKNOWN, INTEGER, LONG, REAL, LONG_REAL, POINTER, TEXT, WIDE_TEXT, COUNT };

static enum kind kind_of(const struct format_directive* d) {
  if (is_integer(d->conversion)) return d->bytes == sizeof(long) ? LONG : INTEGER;
  if (is_real(d->conversion)) return d->large ? LONG_REAL : REAL;
  switch (d->conversion) {
    case 'b': /* for glibc only */
    case 'B':
      return d->bytes == sizeof(long) ? LONG : INTEGER;
    case 'c':
      return INTEGER;
    case 'p':
      return POINTER;
    case 's':
      return d->wide ? WIDE_TEXT : TEXT;
    case 'n':
      return COUNT;
    case '%':
    case 'm':
      return NONE;
    default:
      return UNKNOWN;
  }
}

static int is_ours(const struct format_directive* d) {
  if (!d->ours) return 0;
  switch (d->conversion) {
    case '%':
      return 1;
    case 'c':
    case 's':
      return !d->wide;
    case 'p':
      return !(d->plus || d->space || d->zero || d->precision != NOT_GIVEN);
    default:
      return is_integer(d->conversion);
  }
}

/* Takes the next argument. Is it symbolic? Where %n stores, labels go: glibc writes there. */
static int look_at(struct va_parts* parts, enum kind kind, int bytes, int precision) {
  switch (kind) {
    case UNKNOWN:
    case NONE:
      return 0;
    case INTEGER: {
      int value = va_arg(parts->list, int);
      return cairn_is_symbolic(&value, sizeof value);
    }
    case LONG: {
      long value = va_arg(parts->list, long);
      return cairn_is_symbolic(&value, sizeof value);
    }
    case REAL: {
      double value = va_arg(parts->list, double);
      return cairn_is_symbolic(&value, sizeof value);
    }
    case LONG_REAL: {
      long double value = va_arg(parts->list, long double);
      return cairn_is_symbolic(&value, sizeof value);
    }
    case COUNT:
      cairn_forget(va_arg(parts->list, void*), (size_t)bytes);
      return 0;
    default: {
      const void* value = va_arg(parts->list, const void*);
      if (cairn_is_symbolic(&value, sizeof value)) return 1;
      if (kind == POINTER || value == NULL) return 0;
      return cairn_is_symbolic(value, bytes_read(value, kind == WIDE_TEXT, precision));
    }
  }
}

/* The same with positions: an argument may be used more than once, and its precision may come behind it. */
enum { MOST_POSITIONS = 64 };

static int survey_positions(const char* f, struct va_parts* parts) {
  struct {
    enum kind kind;
    int bytes, precision;
  } all[MOST_POSITIONS + 1] = {{NONE, 0, 0}};
  int last = 0;
  while (*f != 0) {
    if (*f++ != '%') continue;
    const struct format_directive d = cairn_read_format(&f);
    const int widths[] = {d.width_position, d.precision_position};
    for (int i = 0; i < 2; ++i) {
      if (widths[i] > 0 && widths[i] <= MOST_POSITIONS) all[widths[i]].kind = INTEGER;
      if (widths[i] > last) last = widths[i];
    }
    const enum kind kind = kind_of(&d);
    if (kind == UNKNOWN || kind == NONE) continue;
    if (d.position > last) last = d.position;
    if (d.position == 0 || d.position > MOST_POSITIONS) continue;
    all[d.position].kind = kind;
    all[d.position].bytes = d.bytes;
    all[d.position].precision = d.precision == FROM_ARGUMENT ? 1 : d.precision; /* the text may have no end */
  }
  int symbolic = last > MOST_POSITIONS;
  for (int i = 1; i <= last && i <= MOST_POSITIONS; ++i) {
    if (all[i].kind == NONE) all[i].kind = INTEGER; /* as glibc takes it */
    symbolic |= look_at(parts, all[i].kind, all[i].bytes, all[i].precision);
  }
  return symbolic ? SYMBOLIC : 0;
}

int cairn_survey(const char* f, va_list list) {
  struct va_parts parts;
  va_copy(parts.list, list);
  const char* const whole = f;
  int symbolic = 0;
  int ours = 1;
  while (*f != 0) {
    if (*f++ != '%') continue;
    const struct format_directive d = cairn_read_format(&f);
    if (d.position != 0 || d.width_position != 0 || d.precision_position != 0) {
      va_end(parts.list);
      va_copy(parts.list, list);
      const int seen = survey_positions(whole, &parts);
      va_end(parts.list);
      return seen;
    }
    int width = d.width;
    int precision = d.precision;
    if (width == FROM_ARGUMENT) {
      width = va_arg(parts.list, int);
      symbolic |= cairn_is_symbolic(&width, sizeof width);
    }
    if (precision == FROM_ARGUMENT) {
      precision = va_arg(parts.list, int);
      symbolic |= cairn_is_symbolic(&precision, sizeof precision);
    }
    const int is_limit = d.conversion == 's' && d.precision == FROM_ARGUMENT; /* nothing is as long */
    if (too_wide(width) || (too_wide(precision) && !is_limit) || !is_ours(&d)) ours = 0;
    const enum kind kind = kind_of(&d);
    if (kind == UNKNOWN) break; /* what follows cannot be found */
    symbolic |= look_at(&parts, kind, d.bytes, precision);
  }
  va_end(parts.list);
  return (symbolic ? SYMBOLIC : 0) | (ours ? OURS : 0);
}

int cairn_format_is_symbolic(const char* f, va_list list) { return (cairn_survey(f, list) & SYMBOLIC) != 0; }

int cairn_format_stores(const char* f) {
  while ((f = strchr(f, '%')) != NULL) {
    ++f;
    if (cairn_read_format(&f).conversion == 'n') return 1;
  }
  return 0;
}

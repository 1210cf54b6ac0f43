/* Models of the printf family into memory. A call with a symbolic argument is formatted here, so that the characters
 * keep their labels; one without goes to glibc, and what it wrote has none. Floating point, wide characters, %n,
 * positions and locale flags are glibc's in any case: with symbolic arguments that is loss. */
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "model.h"
#include "models.h"

extern int __vsnprintf_chk(char* to, size_t room, int flag, size_t size, const char* f, va_list list);
extern int __vasprintf_chk(char** result, int flag, const char* f, va_list list);

/* ---- Directives ------------------------------------------------------------------------------ */

enum { FROM_ARGUMENT = -2, NOT_GIVEN = -1, LARGEST_FIELD = 1 << 20 };

struct directive {
  int left, plus, space, alternate, zero;
  int width; /* NOT_GIVEN, FROM_ARGUMENT or a number; likewise the precision */
  int precision;
  int bytes;                                        /* of an integer argument */
  int wide;                                         /* l or L, for characters and floating point */
  int large;                                        /* L, ll or q */
  int ours;                                         /* no flag that only glibc knows */
  int position, width_position, precision_position; /* N$: which argument, from 1; 0 for the next */
  char conversion;
};

static int number(const char** f) {
  int value = 0;
  for (; (unsigned)**f - '0' < 10u; ++*f)
    if (value < LARGEST_FIELD) value = value * 10 + (**f - '0');
  return value;
}

/* The N of N$, or 0 if there is none. */
static int position(const char** f) {
  const char* behind = *f;
  const int value = number(&behind);
  if (value == 0 || *behind != '$') return 0;
  *f = behind + 1;
  return value;
}

static int field(const char** f, int* from) {
  if (**f != '*') return number(f);
  ++*f;
  *from = position(f);
  return FROM_ARGUMENT;
}

/* Reads what stands behind a %. */
static struct directive read_directive(const char** f) {
  struct directive d = {.width = NOT_GIVEN, .precision = NOT_GIVEN, .bytes = sizeof(int), .ours = 1};
  d.position = position(f);
  for (;; ++*f) {
    if (**f == '-')
      d.left = 1;
    else if (**f == '+')
      d.plus = 1;
    else if (**f == ' ')
      d.space = 1;
    else if (**f == '#')
      d.alternate = 1;
    else if (**f == '0')
      d.zero = 1;
    else if (**f == '\'' || **f == 'I')
      d.ours = 0;
    else
      break;
  }
  if (**f == '*' || (unsigned)**f - '0' < 10u) d.width = field(f, &d.width_position);
  if (**f == '.') {
    ++*f;
    d.precision = field(f, &d.precision_position);
  }
  switch (**f) {
    case 'h':
      ++*f;
      d.bytes = sizeof(short);
      if (**f == 'h') {
        ++*f;
        d.bytes = 1;
      }
      break;
    case 'l':
      ++*f;
      d.wide = 1;
      d.bytes = sizeof(long);
      d.large = **f == 'l';
      if (d.large) ++*f;
      break;
    case 'j':
    case 'z':
    case 'Z':
    case 't':
      ++*f;
      d.bytes = sizeof(long);
      break;
    case 'q':
    case 'L':
      ++*f;
      d.wide = d.large = 1;
      d.bytes = sizeof(long);
      break;
  }
  d.conversion = **f;
  if (**f != 0) ++*f;
  if (d.conversion == 'C' || d.conversion == 'S') {
    d.conversion = d.conversion == 'C' ? 'c' : 's';
    d.wide = 1;
  }
  if (d.position != 0 || d.width_position != 0 || d.precision_position != 0) d.ours = 0;
  return d;
}

static int too_wide(int size) { return size >= LARGEST_FIELD || size <= -LARGEST_FIELD; }

/* How much of a string is looked at: up to its end, or to a precision that is not negative. The object may be smaller.
 */
static size_t bytes_read(const void* s, int wide, int precision) {
  const size_t most = precision < 0 ? INT_MAX : (size_t)precision;
  const size_t length = wide ? wcsnlen(s, most) : strnlen(s, most);
  return (length + (length < most)) * (wide ? sizeof(wchar_t) : 1);
}

enum { SYMBOLIC = 1, OURS = 2 };

/* A list that several functions walk through: as a parameter of its own it would not be one any more. */
struct va_parts {
  va_list list;
};

/* What an argument is, by the directive that takes it. */
enum kind { NONE, UNKNOWN, INTEGER, LONG, REAL, LONG_REAL, POINTER, TEXT, WIDE_TEXT, COUNT };

static enum kind kind_of(const struct directive* d) {
  switch (d->conversion) {
    case 'd':
    case 'i':
    case 'u':
    case 'x':
    case 'X':
    case 'o':
    case 'b':
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
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
      return d->large ? LONG_REAL : REAL;
    case '%':
    case 'm':
      return NONE;
    default:
      return UNKNOWN;
  }
}

static int is_ours(const struct directive* d) {
  switch (d->conversion) {
    case '%':
    case 'd':
    case 'i':
    case 'u':
    case 'x':
    case 'X':
    case 'o':
      return d->ours;
    case 'c':
    case 's':
      return d->ours && !d->wide;
    case 'p':
      return d->ours && !(d->plus || d->space || d->zero || d->precision != NOT_GIVEN);
    default:
      return 0;
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
    const struct directive d = read_directive(&f);
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

/* Looks at the arguments: is one of them symbolic, can all be formatted here? */
static int survey(const char* f, va_list list) {
  struct va_parts parts;
  va_copy(parts.list, list);
  const char* const whole = f;
  int symbolic = 0;
  int ours = 1;
  while (*f != 0) {
    if (*f++ != '%') continue;
    const struct directive d = read_directive(&f);
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

int cairn_format_is_symbolic(const char* f, va_list list) { return (survey(f, list) & SYMBOLIC) != 0; }

int cairn_format_stores(const char* f) {
  while ((f = strchr(f, '%')) != NULL) {
    ++f;
    if (read_directive(&f).conversion == 'n') return 1;
  }
  return 0;
}

/* ---- Writing --------------------------------------------------------------------------------- */

struct sink {
  char* to;
  size_t room; /* what does not fit is counted only */
  size_t count;
  int grows; /* `to` is ours and may move */
  int failed;
};

static void put(struct sink* sink, char c) {
  if (sink->grows && sink->count + 1 >= sink->room && !sink->failed) {
    char* larger = __cairn_model_realloc(sink->to, sink->room * 2);
    if (larger == NULL) {
      sink->failed = 1;
    } else {
      sink->to = larger;
      sink->room *= 2;
    }
  }
  if (sink->count < sink->room && !sink->failed) sink->to[sink->count] = c;
  ++sink->count;
}

static void fill(struct sink* sink, char c, int times) {
  for (; times > 0; --times) put(sink, c);
}

static void put_text(struct sink* sink, const struct directive* d, const char* s, size_t length) {
  const int padding = d->width - (int)length;
  if (!d->left) fill(sink, ' ', padding);
  for (size_t i = 0; i < length; ++i) put(sink, s[i]);
  if (d->left) fill(sink, ' ', padding);
}

static void put_integer(struct sink* sink, struct directive d, unsigned long value, int negative) {
  const unsigned base = d.conversion == 'o' ? 8 : d.conversion == 'x' || d.conversion == 'X' ? 16 : 10;
  const char letters = d.conversion == 'X' ? 'A' - 10 : 'a' - 10;
  const int is_zero = value == 0;
  char digits[24];
  int count = 0;
  while (value != 0) {
    const char digit = (char)(value % base);
    digits[count++] = base <= 10 ? (char)('0' + digit) : (char)(digit + (digit < 10 ? '0' : letters));
    value /= base;
  }
  int wanted = d.precision < 0 ? 1 : d.precision;
  if (d.alternate && base == 8 && wanted <= count) wanted = count + 1;
  if (is_zero && d.alternate && base == 8 && wanted < 1) wanted = 1;
  char prefix[2];
  int prefix_length = 0;
  if (d.conversion == 'd' || d.conversion == 'i') {
    if (negative)
      prefix[prefix_length++] = '-';
    else if (d.plus)
      prefix[prefix_length++] = '+';
    else if (d.space)
      prefix[prefix_length++] = ' ';
  }
  if (d.alternate && base == 16 && !is_zero) {
    prefix[prefix_length++] = '0';
    prefix[prefix_length++] = d.conversion;
  }
  int zeros = wanted - count > 0 ? wanted - count : 0;
  int padding = d.width - prefix_length - zeros - count;
  if (d.zero && !d.left && d.precision < 0 && padding > 0) {
    zeros += padding;
    padding = 0;
  }
  if (!d.left) fill(sink, ' ', padding);
  for (int i = 0; i < prefix_length; ++i) put(sink, prefix[i]);
  fill(sink, '0', zeros);
  while (count > 0) put(sink, digits[--count]);
  if (d.left) fill(sink, ' ', padding);
}

static void put_signed(struct sink* sink, struct directive d, long value) {
  const int negative = value < 0;
  put_integer(sink, d, negative ? -(unsigned long)value : (unsigned long)value, negative);
}

static long narrowed(long value, int bytes) {
  return bytes == 1 ? (signed char)value : bytes == 2 ? (short)value : value;
}

/* Requires OURS of survey. */
static void format_into(struct sink* sink, const char* f, va_list list) {
  while (*f != 0) {
    if (*f != '%') {
      put(sink, *f++);
      continue;
    }
    ++f;
    struct directive d = read_directive(&f);
    if (d.width == FROM_ARGUMENT) {
      d.width = (int)cairn_pin_size((size_t)va_arg(list, int));
      if (d.width < 0) {
        d.left = 1;
        d.width = -d.width;
      }
    }
    if (d.precision == FROM_ARGUMENT) {
      d.precision = (int)cairn_pin_size((size_t)va_arg(list, int));
      if (d.precision < 0) d.precision = NOT_GIVEN;
    }
    switch (d.conversion) {
      case '%':
        put(sink, '%');
        break;
      case 'c': {
        const char c = (char)va_arg(list, int);
        put_text(sink, &d, &c, 1);
        break;
      }
      case 's': {
        const char* s = va_arg(list, const char*);
        if (s == NULL) s = d.precision == NOT_GIVEN || d.precision >= 6 ? "(null)" : "";
        put_text(sink, &d, s,
                 d.precision >= 0 ? __cairn_model_strnlen(s, (size_t)d.precision) : __cairn_model_strlen(s));
        break;
      }
      case 'p': {
        const unsigned long value = (unsigned long)va_arg(list, void*);
        if (value == 0) {
          put_text(sink, &d, "(nil)", 5);
          break;
        }
        d.alternate = 1;
        d.conversion = 'x';
        put_integer(sink, d, value, 0);
        break;
      }
      case 'd':
      case 'i':
        put_signed(sink, d, d.bytes == sizeof(long) ? va_arg(list, long) : narrowed(va_arg(list, int), d.bytes));
        break;
      default: {
        unsigned long value = d.bytes == sizeof(long) ? va_arg(list, unsigned long) : va_arg(list, unsigned);
        if (d.bytes < 4) value &= (1ul << d.bytes * 8) - 1;
        put_integer(sink, d, value, 0);
      }
    }
  }
}

/* ---- The family ------------------------------------------------------------------------------ */

static int format_here(char* to, size_t room, const char* restrict f, va_list list) {
  struct sink sink = {.to = to, .room = room == 0 ? 0 : room - 1};
  format_into(&sink, f, list);
  if (room > 0) to[sink.count < sink.room ? sink.count : sink.room] = 0;
  return (int)sink.count;
}

/* What the flag of _FORTIFY_SOURCE asks to refuse (%n in writable memory) is glibc's to see: such calls are never ours.
 * Where the room is known, glibc ends the text at its beginning first: one that is formatted into itself is empty then.
 */
static int format(char* to, size_t room, int flag, const char* restrict f, va_list list) {
  room = cairn_pin_size(room);
  if (room > 0) to[0] = 0;
  const int seen = survey(f, list);
  if (seen == (SYMBOLIC | OURS)) return format_here(to, room, f, list);
  if (seen & SYMBOLIC) cairn_lose(1);
  const int length = __vsnprintf_chk(to, room, flag, SIZE_MAX, f, list);
  if (room > 0 && length >= 0) cairn_forget(to, (size_t)length < room ? (size_t)length + 1 : room);
  return length;
}

static int format_new(char** restrict result, int flag, const char* restrict f, va_list list) {
  const int seen = survey(f, list);
  if (seen == (SYMBOLIC | OURS)) {
    struct sink sink = {.to = __cairn_model_malloc(64), .room = 64, .grows = 1};
    if (sink.to == NULL) return -1;
    format_into(&sink, f, list);
    if (sink.failed) {
      free(sink.to);
      return -1;
    }
    sink.to[sink.count] = 0;
    *result = sink.to;
    return (int)sink.count;
  }
  if (seen & SYMBOLIC) cairn_lose(1);
  char* made;
  const int length = __vasprintf_chk(&made, flag, f, list);
  if (length < 0) return length;
  cairn_forget(made, (size_t)length + 1);
  *result = made;
  return length;
}

int __cairn_model_vsnprintf(char* to, size_t room, const char* restrict f, va_list list) {
  return format(to, room, 0, f, list);
}

/* Programs append to a text by formatting it into itself, and glibc lets them: hence no `restrict` here. */
int __cairn_model_vsprintf(char* to, const char* restrict f, va_list list) {
  const int seen = survey(f, list);
  if (seen == (SYMBOLIC | OURS)) return format_here(to, INT_MAX, f, list);
  if (seen & SYMBOLIC) cairn_lose(1);
  const int length = vsprintf(to, f, list);
  if (length >= 0) cairn_forget(to, (size_t)length + 1);
  return length;
}

int __cairn_model_vasprintf(char** restrict result, const char* restrict f, va_list list) {
  return format_new(result, 0, f, list);
}

int __cairn_model_snprintf(char* to, size_t room, const char* restrict f, ...) {
  CAIRN_VARIADIC(__cairn_model_vsnprintf(to, room, f, list));
}

int __cairn_model_sprintf(char* to, const char* restrict f, ...) {
  CAIRN_VARIADIC(__cairn_model_vsprintf(to, f, list));
}

int __cairn_model_asprintf(char** restrict result, const char* restrict f, ...) {
  CAIRN_VARIADIC(__cairn_model_vasprintf(result, f, list));
}

/* With _FORTIFY_SOURCE. */
int __cairn_model___vsnprintf_chk(char* to, size_t room, int flag, size_t size, const char* restrict f, va_list list) {
  cairn_check_room(room, size);
  return format(to, room, flag, f, list);
}

int __cairn_model___vsprintf_chk(char* to, int flag, size_t size, const char* restrict f, va_list list) {
  if (size == 0) __chk_fail();
  const int length = format(to, size > INT_MAX ? INT_MAX : size, flag, f, list);
  if (length >= 0 && (size_t)length >= size) __chk_fail();
  return length;
}

int __cairn_model___vasprintf_chk(char** restrict result, int flag, const char* restrict f, va_list list) {
  return format_new(result, flag, f, list);
}

int __cairn_model___snprintf_chk(char* to, size_t room, int flag, size_t size, const char* restrict f, ...) {
  CAIRN_VARIADIC(__cairn_model___vsnprintf_chk(to, room, flag, size, f, list));
}

int __cairn_model___sprintf_chk(char* to, int flag, size_t size, const char* restrict f, ...) {
  CAIRN_VARIADIC(__cairn_model___vsprintf_chk(to, flag, size, f, list));
}

int __cairn_model___asprintf_chk(char** restrict result, int flag, const char* restrict f, ...) {
  CAIRN_VARIADIC(__cairn_model___vasprintf_chk(result, flag, f, list));
}

/* For the comparison with glibc (tests/models): formats here whatever the labels; -2 if that cannot be. */
int cairn_format(char* restrict to, size_t room, const char* restrict f, ...) {
  va_list list;
  va_start(list, f);
  const int seen = survey(f, list);
  va_end(list);
  if (!(seen & OURS)) return -2;
  va_start(list, f);
  const int length = format_here(to, room, f, list);
  va_end(list);
  return length;
}

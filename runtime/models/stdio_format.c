/* Models of the printf family into memory. A call with a symbolic argument is formatted here, so that the characters
 * keep their labels; one without goes to glibc, and what it wrote has none. What is glibc's in any case
 * (stdio_survey.c) is loss with symbolic arguments. */
#include "stdio_format.h"

#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "model.h"
#include "models.h"

extern int __vsnprintf_chk(char* to, size_t room, int flag, size_t size, const char* f, va_list list);
extern int __vasprintf_chk(char** result, int flag, const char* f, va_list list);

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

static void put_text(struct sink* sink, const struct format_directive* d, const char* s, size_t length) {
  const int padding = d->width - (int)length;
  if (!d->left) fill(sink, ' ', padding);
  for (size_t i = 0; i < length; ++i) put(sink, s[i]);
  if (d->left) fill(sink, ' ', padding);
}

static void put_integer(struct sink* sink, struct format_directive d, unsigned long value, int negative) {
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

static void put_signed(struct sink* sink, struct format_directive d, long value) {
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
    struct format_directive d = cairn_read_format(&f);
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
  const int seen = cairn_survey(f, list);
  if (seen == (SYMBOLIC | OURS)) return format_here(to, room, f, list);
  if (seen & SYMBOLIC) cairn_lose(1);
  const int length = __vsnprintf_chk(to, room, flag, SIZE_MAX, f, list);
  if (room > 0 && length >= 0) cairn_forget(to, (size_t)length < room ? (size_t)length + 1 : room);
  return length;
}

static int format_new(char** restrict result, int flag, const char* restrict f, va_list list) {
  const int seen = cairn_survey(f, list);
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
  const int seen = cairn_survey(f, list);
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
  const int seen = cairn_survey(f, list);
  va_end(list);
  if (!(seen & OURS)) return -2;
  va_start(list, f);
  const int length = format_here(to, room, f, list);
  va_end(list);
  return length;
}

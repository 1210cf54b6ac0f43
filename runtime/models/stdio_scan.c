/* Models of the scanf family: numbers, text, characters and sets, from strings and from streams. Calls that ask for
 * more (pointers, wide characters, allocation, positions) are glibc's, and so are those with a wide format: what they
 * read from symbolic data is loss. */
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "model.h"
#include "models.h"

/* ---- Directives ------------------------------------------------------------------------------ */

struct directive {
  int suppressed;
  int width;     /* 0: none given */
  int bytes;     /* of the place a number goes to; or of a floating-point number */
  int known;     /* what it is and where it goes; otherwise only glibc knows */
  int ours;      /* can be read here */
  int allocated; /* it goes to memory that glibc gives */
  int wide;      /* characters */
  int position;  /* N$: which argument, from 1; 0 for the next */
  char conversion;
  const char* set; /* of %[: behind the bracket and its ^ */
  int negated;
};

/* The plain spellings of the functions are older than %a: there `as`, `aS` and `a[` ask for memory, as `ms` does. */
enum spelling { PLAIN, ISO };

static int is_text(char c) { return c == 's' || c == 'S' || c == '['; }

/* A number; behind it, 0 if there is none. */
static int read_width(const char** f) {
  int value = 0;
  for (; (unsigned)**f - '0' < 10u; ++*f)
    if (value < INT_MAX / 10 - 10) value = value * 10 + (**f - '0');
  return value;
}

static void read_modifier(const char** f, enum spelling spelling, struct directive* d) {
  if (**f == 'm' || (**f == 'a' && spelling == PLAIN && is_text((*f)[1]))) {
    d->allocated = 1;
    ++*f;
  }
  switch (**f) {
    case 'h':
      ++*f;
      d->bytes = sizeof(short);
      if (**f == 'h') {
        ++*f;
        d->bytes = 1;
      }
      break;
    case 'l':
    case 'q':
    case 'j':
    case 'z':
    case 'Z':
    case 't':
      d->wide = **f == 'l';
      d->bytes = sizeof(long);
      if (*++*f == 'l') ++*f;
      break;
    case 'L':
      d->bytes = sizeof(long double);
      ++*f;
      break;
  }
}

static struct directive read_directive(const char** f, enum spelling spelling) {
  struct directive d = {.bytes = sizeof(int), .known = 1, .ours = 1};
  const char* behind = *f;
  const int position = read_width(&behind);
  if (position > 0 && *behind == '$') {
    d.position = position;
    *f = behind + 1;
  }
  for (;; ++*f) {
    if (**f == '*')
      d.suppressed = 1;
    else if (**f == '\'' || **f == 'I')
      d.ours = 0;
    else
      break;
  }
  const char* digits = *f;
  d.width = read_width(f);
  if (*f != digits && d.width == 0) d.ours = 0;
  read_modifier(f, spelling, &d);
  d.conversion = **f;
  if (**f != 0) ++*f;
  if (d.conversion == 'C' || d.conversion == 'S') {
    d.conversion = d.conversion == 'C' ? 'c' : 's';
    d.wide = 1;
  }
  switch (d.conversion) {
    case 'd':
    case 'i':
    case 'u':
    case 'x':
    case 'X':
    case 'o':
    case 'n':
      if (d.bytes == sizeof(long double)) d.bytes = sizeof(long);
      break;
    case '%':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
      break;
    case 'c':
    case 's':
      if (d.wide) d.ours = 0;
      break;
    case '[':
      if (d.wide) d.ours = 0;
      d.negated = **f == '^';
      if (d.negated) ++*f;
      d.set = *f;
      if (**f == ']') ++*f;
      while (**f != 0 && **f != ']') ++*f;
      if (**f == 0)
        d.known = 0;
      else
        ++*f;
      break;
    case 'p':
      d.bytes = sizeof(long);
      d.ours = 0;
      break;
    default:
      d.known = 0;
  }
  if (!d.known || d.allocated || d.position != 0) d.ours = 0;
  return d;
}

static int all_ours(const char* f, enum spelling spelling) {
  while (*f != 0) {
    if (*f++ != '%') continue;
    if (!read_directive(&f, spelling).ours) return 0;
  }
  return 1;
}

/* The n-th pointer of the list, from 1. */
static void* argument(va_list list, int n) {
  va_list all;
  va_copy(all, list);
  void* pointer = NULL;
  for (; n > 0; --n) pointer = va_arg(all, void*);
  va_end(all);
  return pointer;
}

/* glibc put a value there. */
static void forget_value(const struct directive* d, char* to) {
  size_t size = (size_t)d->bytes;
  const size_t character = d->wide ? sizeof(wchar_t) : 1;
  const int text = d->conversion == 's' || d->conversion == '[';
  if (!text && d->conversion != 'c') {
    cairn_forget(to, size);
    return;
  }
  if (d->allocated) {
    cairn_forget(to, sizeof to);
    to = *(char**)to;
  }
  if (text)
    size = ((d->wide ? wcslen((const wchar_t*)to) : strlen(to)) + 1) * character;
  else
    size = (d->width > 0 ? (size_t)d->width : 1) * character;
  cairn_forget(to, size);
}

/* glibc read `assigned` values into these places: their labels are gone. Whether it came to a %n behind the last of
 * them it does not say. */
static void forget_assigned(const char* f, enum spelling spelling, va_list list, int assigned) {
  int next = 0;
  while (*f != 0) {
    if (*f++ != '%') continue;
    const struct directive d = read_directive(&f, spelling);
    if (!d.known) return;
    if (d.suppressed || d.conversion == '%') continue;
    if (assigned <= 0 && d.conversion != 'n') return;
    char* to = argument(list, d.position != 0 ? d.position : ++next);
    if (assigned <= 0) cairn_lose_memory(to, (size_t)d.bytes);
    forget_value(&d, to);
    if (d.conversion != 'n') --assigned;
  }
}

/* ---- Reading --------------------------------------------------------------------------------- */

struct source {
  const char* s; /* or */
  FILE* f;
  long consumed;
  /* Once the input ended, each further attempt sets errno to what it was then, as in glibc; 0 if that was in front of a
   * value. */
  int ended;
  int errno_at_end;
  int before_value;
};

static int next(struct source* in) {
  if (in->ended) {
    if (!in->before_value) errno = in->errno_at_end;
    return EOF;
  }
  int c = EOF;
  if (in->f != NULL)
    c = cairn_next_character(in->f);
  else if (*in->s != 0)
    c = (unsigned char)*in->s++;
  if (c != EOF) {
    ++in->consumed;
  } else {
    in->ended = 1;
    in->errno_at_end = in->before_value ? 0 : errno;
  }
  return c;
}

static void back(struct source* in, int c) {
  if (c == EOF) return;
  --in->consumed;
  if (in->f != NULL)
    cairn_put_back(c, in->f);
  else
    --in->s;
}

static void skip_space(struct source* in) {
  int c;
  do c = next(in);
  while (c != EOF && __cairn_model_isspace(c));
  back(in, c);
}

enum outcome { MATCHED, MISMATCH, INPUT_ENDED };

static void store(const struct directive* d, void* to, unsigned long value) {
  switch (d->bytes) {
    case 1:
      *(unsigned char*)to = (unsigned char)value;
      break;
    case 2:
      *(unsigned short*)to = (unsigned short)value;
      break;
    case 4:
      *(unsigned*)to = (unsigned)value;
      break;
    default:
      *(unsigned long*)to = value;
  }
}

static int digit_of(int c, int base) {
  const unsigned value = (unsigned)c - '0';
  if (value < 10) return value < (unsigned)base;
  const unsigned letter = ((unsigned)c | 32) - 'a';
  return base == 16 && letter < 6;
}

/* The characters of a number: as many as there are, the first of them in place. */
struct text {
  char few[512];
  char* all;
  size_t length, room;
};

static void begin_text(struct text* text) {
  text->all = text->few;
  text->length = 0;
  text->room = sizeof text->few;
}

static void append(struct text* text, int c) {
  if (text->length + 1 == text->room) {
    char* larger = malloc(text->room * 2);
    if (larger == NULL) return;
    __builtin_memcpy(larger, text->all, text->length);
    if (text->all != text->few) free(text->all);
    text->all = larger;
    text->room *= 2;
  }
  text->all[text->length++] = (char)c;
  text->all[text->length] = 0;
}

static void end_text(struct text* text) {
  if (text->all != text->few) free(text->all);
}

/* Collects what belongs to a number, then reads it as strtol does. */
static enum outcome scan_integer(struct source* in, const struct directive* d, void* to) {
  struct text text;
  begin_text(&text);
  int left = d->width > 0 ? d->width : INT_MAX;
  int base = d->conversion == 'i'                           ? 0
             : d->conversion == 'o'                         ? 8
             : d->conversion == 'x' || d->conversion == 'X' ? 16
                                                            : 10;
  int c = next(in);
  if (c == EOF) return INPUT_ENDED;
  /* The character behind the number is read and put back, even if the width is used up: glibc does. */
  size_t signs = 0;
  if (c == '-' || c == '+') {
    append(&text, c);
    signs = 1;
    --left;
    c = next(in);
  }
  if (left > 0 && c == '0') {
    append(&text, '0');
    --left;
    c = next(in);
    if (left > 0 && (base == 0 || base == 16) && c != EOF && (c | 32) == 'x') {
      base = 16;
      --left;
      c = next(in);
    } else if (base == 0) {
      base = 8;
    }
  }
  if (base == 0) base = 10;
  while (left > 0 && c != EOF && digit_of(c, base)) {
    append(&text, c);
    --left;
    c = next(in);
  }
  back(in, c);
  if (text.length == signs) return MISMATCH;
  const int is_signed = d->conversion == 'd' || d->conversion == 'i';
  const unsigned long value = is_signed ? (unsigned long)__cairn_model_strtol(text.all, NULL, base)
                                        : __cairn_model_strtoul(text.all, NULL, base);
  end_text(&text);
  if (to != NULL) store(d, to, value);
  return MATCHED;
}

/* The text of a real number as far as it was read, and the character behind it. */
struct real {
  struct text text;
  int left; /* of the width */
  int c;
};

/* Keeps the character and reads the next. */
static void keep(struct source* in, struct real* real) {
  append(&real->text, real->c);
  real->c = real->left > 0 ? next(in) : EOF;
  if (real->left > 0) --real->left;
}

static int keep_letters(struct source* in, struct real* real, const char* letters) {
  for (; *letters != 0; ++letters) {
    if (real->c == EOF || (real->c | 32) != *letters) return 0;
    keep(in, real);
  }
  return 1;
}

static int is_digit(int c, int hex) { return (unsigned)c - '0' < 10u || (hex && ((unsigned)c | 32) - 'a' < 6u); }

/* Digits, with a point and an exponent; whether there is anything. */
static int keep_number(struct source* in, struct real* real) {
  int digit = 0, point = 0, exponent = 0, hex = 0, sign_allowed = 0;
  if (real->c == '0' && real->left > 0) {
    keep(in, real);
    hex = real->left > 0 && real->c != EOF && (real->c | 32) == 'x';
    if (hex) keep(in, real);
    digit = !hex;
  }
  const size_t before = real->text.length;
  for (; real->c != EOF; keep(in, real)) {
    const int c = real->c;
    if (is_digit(c, hex && !exponent)) {
      digit = 1;
      sign_allowed = 0;
    } else if (sign_allowed && (c == '-' || c == '+')) {
      sign_allowed = 0;
    } else if (digit && !exponent && (c | 32) == (hex ? 'p' : 'e')) {
      exponent = point = sign_allowed = 1;
    } else if (c == '.' && !point) {
      point = 1;
    } else {
      break;
    }
  }
  return real->text.length > before || (digit && !hex);
}

/* Collects what may belong to a number, looking one character ahead. */
static enum outcome collect_real(struct source* in, struct real* real) {
  if (real->c == EOF) return INPUT_ENDED;
  if (real->c == '-' || real->c == '+') keep(in, real);
  if (real->c == EOF) return MISMATCH;
  int found = 1;
  if ((real->c | 32) == 'n') {
    if (!keep_letters(in, real, "nan")) return MISMATCH; /* the wrong letter is not given back: glibc does not */
  } else if ((real->c | 32) == 'i') {
    if (!keep_letters(in, real, "inf")) return MISMATCH;
    if (real->c != EOF && (real->c | 32) == 'i' && !keep_letters(in, real, "inity")) return MISMATCH;
  } else {
    found = keep_number(in, real);
  }
  back(in, real->c);
  return found ? MATCHED : MISMATCH;
}

/* Reads it as strtod does. */
static enum outcome convert_real(const char* text, const struct directive* d, void* to) {
  char* end;
  if (d->bytes == sizeof(float)) {
    const float value = __cairn_model_strtof(text, &end);
    if (to != NULL && end != text) *(float*)to = value;
  } else if (d->bytes == sizeof(double)) {
    const double value = __cairn_model_strtod(text, &end);
    if (to != NULL && end != text) *(double*)to = value;
  } else {
    const long double value = __cairn_model_strtold(text, &end);
    if (to != NULL && end != text) *(long double*)to = value;
  }
  return end == text ? MISMATCH : MATCHED;
}

static enum outcome scan_real(struct source* in, const struct directive* d, void* to) {
  struct real real;
  begin_text(&real.text);
  real.left = d->width > 0 ? d->width - 1 : INT_MAX;
  real.c = next(in);
  enum outcome outcome = collect_real(in, &real);
  if (outcome == MATCHED) outcome = convert_real(real.text.all, d, to);
  end_text(&real.text);
  return outcome;
}

static int in_set(const struct directive* d, int c) {
  const char* p = d->set;
  int inside = 0;
  do {
    const unsigned char low = (unsigned char)*p;
    if (p > d->set && *p == '-' && p[1] != ']' && (unsigned char)p[-1] <= (unsigned char)p[1]) {
      if (c >= (unsigned char)p[-1] && c <= (unsigned char)p[1]) inside = 1;
      ++p;
    } else if (c == low) {
      inside = 1;
    }
    ++p;
  } while (*p != ']');
  return inside != d->negated;
}

static enum outcome scan_text(struct source* in, const struct directive* d, char* to) {
  int left = d->width > 0 ? d->width : INT_MAX;
  int count = 0;
  int c = EOF;
  while (left > 0) {
    c = next(in);
    if (c == EOF) break;
    if (d->conversion == 's' ? __cairn_model_isspace(c) : !in_set(d, c)) {
      back(in, c);
      break;
    }
    if (to != NULL) to[count] = (char)c;
    ++count;
    --left;
  }
  if (count == 0) return c == EOF ? INPUT_ENDED : MISMATCH;
  if (to != NULL) to[count] = 0;
  return MATCHED;
}

static enum outcome scan_characters(struct source* in, const struct directive* d, char* to) {
  int left = d->width > 0 ? d->width : 1;
  int c = next(in);
  if (c == EOF) return INPUT_ENDED;
  do {
    if (to != NULL) *to++ = (char)c;
  } while (--left > 0 && (c = next(in)) != EOF);
  return MATCHED;
}

static enum outcome match(struct source* in, int wanted) {
  const int c = next(in);
  if (c == EOF) return INPUT_ENDED;
  if (c == wanted) return MATCHED;
  back(in, c);
  return MISMATCH;
}

static enum outcome scan_value(struct source* in, const struct directive* d, char* to) {
  switch (d->conversion) {
    case '%':
      return match(in, '%');
    case 'c':
      return scan_characters(in, d, to);
    case 's':
    case '[':
      return scan_text(in, d, to);
    case 'd':
    case 'i':
    case 'u':
    case 'x':
    case 'X':
    case 'o':
      return scan_integer(in, d, to);
    default:
      return scan_real(in, d, to);
  }
}

/* Requires all_ours. Space in the format is acted on when the next thing comes. */
static int scan(struct source* in, const char* f, enum spelling spelling, va_list list) {
  int assigned = 0;
  int pending = 0;
  for (; *f != 0;) {
    const int wanted = (unsigned char)*f++;
    enum outcome outcome;
    if (__cairn_model_isspace(wanted)) {
      pending = 1;
      continue;
    }
    if (wanted != '%') {
      if (pending) skip_space(in);
      pending = 0;
      outcome = match(in, wanted);
    } else {
      const struct directive d = read_directive(&f, spelling);
      char* to = d.suppressed || d.conversion == '%' ? NULL : va_arg(list, char*);
      if (pending || (d.conversion != 'c' && d.conversion != '[' && d.conversion != 'n')) {
        in->before_value = 1;
        skip_space(in);
        in->before_value = 0;
      }
      pending = 0;
      if (d.conversion == 'n') {
        if (to != NULL) store(&d, to, (unsigned long)in->consumed);
        continue;
      }
      outcome = scan_value(in, &d, to);
      if (outcome == MATCHED && to != NULL) ++assigned;
    }
    if (outcome == INPUT_ENDED) return assigned == 0 ? EOF : assigned;
    if (outcome == MISMATCH) return assigned;
  }
  if (pending) skip_space(in);
  return assigned;
}

/* ---- The family ------------------------------------------------------------------------------ */

/* The header's are those of C99. */
extern int plain_vsscanf(const char* restrict s, const char* restrict f, va_list list) __asm__("vsscanf");
extern int plain_vfscanf(FILE* restrict file, const char* restrict f, va_list list) __asm__("vfscanf");

static int scan_string(const char* restrict s, const char* restrict f, enum spelling spelling, va_list list) {
  if (all_ours(f, spelling)) {
    struct source in = {.s = s};
    return scan(&in, f, spelling, list);
  }
  cairn_lose_string(s);
  va_list again;
  va_copy(again, list);
  const int assigned = spelling == PLAIN ? plain_vsscanf(s, f, list) : vsscanf(s, f, list);
  forget_assigned(f, spelling, again, assigned);
  va_end(again);
  return assigned;
}

static int scan_locked(FILE* restrict file, const char* restrict f, enum spelling spelling, va_list list) {
  if (all_ours(f, spelling)) {
    struct source in = {.f = file};
    return scan(&in, f, spelling, list);
  }
  struct cairn_stream stream;
  if (cairn_stream_at(file->_fileno, &stream)) cairn_lose(1);
  va_list again;
  va_copy(again, list);
  const int assigned = spelling == PLAIN ? plain_vfscanf(file, f, list) : vfscanf(file, f, list);
  cairn_label_buffer(file);
  forget_assigned(f, spelling, again, assigned);
  va_end(again);
  return assigned;
}

static int scan_stream(FILE* restrict file, const char* restrict f, enum spelling spelling, va_list list) {
  const int shared = cairn_lock(file);
  const int assigned = scan_locked(file, f, spelling, list);
  cairn_unlock(file, shared);
  return assigned;
}

#define FAMILY(prefix, spelling)                                                                      \
  int __cairn_model_##prefix##vsscanf(const char* restrict s, const char* restrict f, va_list list) { \
    return scan_string(s, f, spelling, list);                                                         \
  }                                                                                                   \
  int __cairn_model_##prefix##vfscanf(FILE* restrict file, const char* restrict f, va_list list) {    \
    return scan_stream(file, f, spelling, list);                                                      \
  }                                                                                                   \
  int __cairn_model_##prefix##vscanf(const char* restrict f, va_list list) {                          \
    return scan_stream(stdin, f, spelling, list);                                                     \
  }                                                                                                   \
  int __cairn_model_##prefix##sscanf(const char* restrict s, const char* restrict f, ...) {           \
    CAIRN_VARIADIC(scan_string(s, f, spelling, list));                                                \
  }                                                                                                   \
  int __cairn_model_##prefix##fscanf(FILE* restrict file, const char* restrict f, ...) {              \
    CAIRN_VARIADIC(scan_stream(file, f, spelling, list));                                             \
  }                                                                                                   \
  int __cairn_model_##prefix##scanf(const char* restrict f, ...) {                                    \
    CAIRN_VARIADIC(scan_stream(stdin, f, spelling, list));                                            \
  }

FAMILY(, PLAIN)
FAMILY(__isoc99_, ISO)

/* ---- Wide formats ----------------------------------------------------------------------------- */

extern int plain_vfwscanf(FILE* restrict file, const wchar_t* restrict f, va_list list) __asm__("vfwscanf");

/* Directives are the same; what else is in the format does not matter. */
static void forget_wide(const wchar_t* f, enum spelling spelling, va_list list, int assigned) {
  const size_t length = wcslen(f);
  char* narrow = malloc(length + 1);
  if (narrow == NULL) return;
  for (size_t i = 0; i <= length; ++i) narrow[i] = (unsigned)f[i] < 128 ? (char)f[i] : '?';
  forget_assigned(narrow, spelling, list, assigned);
  free(narrow);
}

static int scan_wide(FILE* restrict file, const wchar_t* restrict f, enum spelling spelling, va_list list) {
  struct cairn_stream stream;
  if (cairn_stream_at(file->_fileno, &stream)) cairn_lose(1);
  va_list again;
  va_copy(again, list);
  const int assigned = spelling == PLAIN ? plain_vfwscanf(file, f, list) : vfwscanf(file, f, list);
  forget_wide(f, spelling, again, assigned);
  va_end(again);
  return assigned;
}

#define WIDE_FAMILY(prefix, spelling)                                                                  \
  int __cairn_model_##prefix##vfwscanf(FILE* restrict file, const wchar_t* restrict f, va_list list) { \
    return scan_wide(file, f, spelling, list);                                                         \
  }                                                                                                    \
  int __cairn_model_##prefix##vwscanf(const wchar_t* restrict f, va_list list) {                       \
    return scan_wide(stdin, f, spelling, list);                                                        \
  }                                                                                                    \
  int __cairn_model_##prefix##fwscanf(FILE* restrict file, const wchar_t* restrict f, ...) {           \
    CAIRN_VARIADIC(scan_wide(file, f, spelling, list));                                                \
  }                                                                                                    \
  int __cairn_model_##prefix##wscanf(const wchar_t* restrict f, ...) {                                 \
    CAIRN_VARIADIC(scan_wide(stdin, f, spelling, list));                                               \
  }

WIDE_FAMILY(, PLAIN)
WIDE_FAMILY(__isoc99_, ISO)

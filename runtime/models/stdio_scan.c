/* Models of the scanf family: numbers, text, characters and sets, from strings and from streams. Calls that ask for
 * more (pointers, wide characters, allocation, positions) are glibc's, and so are those with a wide format: what they
 * read from symbolic data is loss. */
#include "stdio_scan.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "directive.h"
#include "model.h"
#include "models.h"

/* ---- Directives ------------------------------------------------------------------------------ */

/* The plain spellings of the functions are older than %a: there `as`, `aS` and `a[` ask for memory, as `ms` does. */
enum spelling { PLAIN, ISO };

static int is_text(char c) { return c == 's' || c == 'S' || c == '['; }

/* A star, and flags that only glibc knows. */
static void read_flags(const char** f, struct scan_directive* d) {
  for (;; ++*f) {
    if (**f == '*')
      d->suppressed = 1;
    else if (**f == '\'' || **f == 'I')
      d->ours = 0;
    else
      return;
  }
}

static int read_allocation(const char** f, enum spelling spelling) {
  if (**f != 'm' && (**f != 'a' || spelling != PLAIN || !is_text((*f)[1]))) return 0;
  ++*f;
  return 1;
}

/* Behind the bracket. */
static void read_set(const char** f, struct scan_directive* d) {
  d->negated = **f == '^';
  if (d->negated) ++*f;
  d->set = *f;
  if (**f == ']') ++*f;
  while (**f != 0 && **f != ']') ++*f;
  if (**f == 0)
    d->known = 0;
  else
    ++*f;
}

static struct scan_directive read_directive(const char** f, enum spelling spelling) {
  struct scan_directive d = {.known = 1, .ours = 1};
  d.position = read_position(f);
  read_flags(f, &d);
  const char* const digits = *f;
  d.width = read_number(f);
  if (*f != digits && d.width == 0) d.ours = 0;
  d.allocated = read_allocation(f, spelling);
  const struct length length = read_length(f);
  d.bytes = length.bytes;
  d.conversion = **f;
  if (**f != 0) ++*f;
  d.wide = read_wide(&length, &d.conversion);
  if (is_real(d.conversion))
    d.bytes = (int)(length.large ? sizeof(long double) : d.wide ? sizeof(double) : sizeof(float));
  switch (d.conversion) {
    case '%':
    case 'n':
      break;
    case 'c':
    case 's':
      if (d.wide) d.ours = 0;
      break;
    case '[':
      if (d.wide) d.ours = 0;
      read_set(f, &d);
      break;
    case 'p':
      d.bytes = sizeof(void*);
      d.ours = 0;
      break;
    default:
      d.known = is_integer(d.conversion) || is_real(d.conversion);
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
static void forget_value(const struct scan_directive* d, char* to) {
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
    const struct scan_directive d = read_directive(&f, spelling);
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
      if (pending) cairn_scan_space(in);
      pending = 0;
      outcome = cairn_scan_character(in, wanted);
    } else {
      const struct scan_directive d = read_directive(&f, spelling);
      char* to = d.suppressed || d.conversion == '%' ? NULL : va_arg(list, char*);
      if (pending || (d.conversion != 'c' && d.conversion != '[' && d.conversion != 'n')) {
        in->before_value = 1;
        cairn_scan_space(in);
        in->before_value = 0;
      }
      pending = 0;
      if (d.conversion == 'n') {
        if (to != NULL) cairn_scan_store(&d, to, (unsigned long)in->consumed);
        continue;
      }
      outcome = cairn_scan_value(in, &d, to);
      if (outcome == MATCHED && to != NULL) ++assigned;
    }
    if (outcome == INPUT_ENDED) return assigned == 0 ? EOF : assigned;
    if (outcome == MISMATCH) return assigned;
  }
  if (pending) cairn_scan_space(in);
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

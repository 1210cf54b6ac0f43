/* Models of string.h: the textbook loops. Each comparison of a symbolic byte is a branch on the path, as it is in the
 * program's own loops. A difference is returned as such, as glibc does: its sign stays symbolic instead of becoming a
 * branch here. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "model.h"
#include "models.h"

void* __cairn_model_memcpy(void* restrict to, const void* restrict from, size_t n) {
  n = cairn_pin_size(n);
  __builtin_memcpy(to, from, n);
  return to;
}

void* __cairn_model_memmove(void* to, const void* from, size_t n) {
  n = cairn_pin_size(n);
  __builtin_memmove(to, from, n);
  return to;
}

void* __cairn_model_memset(void* to, int value, size_t n) {
  n = cairn_pin_size(n);
  __builtin_memset(to, value, n);
  return to;
}

int __cairn_model_memcmp(const void* a, const void* b, size_t n) {
  const unsigned char* x = a;
  const unsigned char* y = b;
  for (size_t i = 0; i < n; ++i)
    if (x[i] != y[i]) return x[i] - y[i];
  return 0;
}

int __cairn_model_bcmp(const void* a, const void* b, size_t n) {
  const unsigned char* x = a;
  const unsigned char* y = b;
  for (size_t i = 0; i < n; ++i)
    if (x[i] != y[i]) return 1;
  return 0;
}

void* __cairn_model_memchr(const void* s, int c, size_t n) {
  const unsigned char* x = s;
  for (size_t i = 0; i < n; ++i)
    if (x[i] == (unsigned char)c) return (void*)(x + i);
  return NULL;
}

size_t __cairn_model_strlen(const char* s) {
  size_t n = 0;
  while (s[n] != 0) ++n;
  return n;
}

size_t __cairn_model_strnlen(const char* s, size_t most) {
  size_t n = 0;
  while (n < most && s[n] != 0) ++n;
  return n;
}

int __cairn_model_strcmp(const char* a, const char* b) {
  for (;; ++a, ++b) {
    const unsigned char x = (unsigned char)*a;
    const unsigned char y = (unsigned char)*b;
    if (x != y) return x - y;
    if (x == 0) return 0;
  }
}

int __cairn_model_strncmp(const char* a, const char* b, size_t n) {
  for (; n > 0; --n, ++a, ++b) {
    const unsigned char x = (unsigned char)*a;
    const unsigned char y = (unsigned char)*b;
    if (x != y) return x - y;
    if (x == 0) return 0;
  }
  return 0;
}

char* __cairn_model_strchr(const char* s, int c) {
  for (;; ++s) {
    if (*s == (char)c) return (char*)s;
    if (*s == 0) return NULL;
  }
}

char* __cairn_model_strrchr(const char* s, int c) {
  const char* found = NULL;
  for (;; ++s) {
    if (*s == (char)c) found = s;
    if (*s == 0) return (char*)found;
  }
}

char* __cairn_model_strcpy(char* restrict to, const char* restrict from) {
  char* at = to;
  while ((*at++ = *from++) != 0) {
  }
  return to;
}

char* __cairn_model_strncpy(char* restrict to, const char* restrict from, size_t n) {
  size_t i = 0;
  for (; i < n && from[i] != 0; ++i) to[i] = from[i];
  for (; i < n; ++i) to[i] = 0;
  return to;
}

char* __cairn_model_strcat(char* restrict to, const char* restrict from) {
  char* at = to;
  while (*at != 0) ++at;
  while ((*at++ = *from++) != 0) {
  }
  return to;
}

void* __cairn_model_memrchr(const void* s, int c, size_t n) {
  const unsigned char* x = s;
  while (n-- > 0)
    if (x[n] == (unsigned char)c) return (void*)(x + n);
  return NULL;
}

void* __cairn_model_rawmemchr(const void* s, int c) {
  const unsigned char* x = s;
  while (*x != (unsigned char)c) ++x;
  return (void*)x;
}

char* __cairn_model_strchrnul(const char* s, int c) {
  while (*s != 0 && *s != (char)c) ++s;
  return (char*)s;
}

/* ---- Copying -------------------------------------------------------------------------------- */

void* __cairn_model_mempcpy(void* restrict to, const void* restrict from, size_t n) {
  n = cairn_pin_size(n);
  __builtin_memcpy(to, from, n);
  return (char*)to + n;
}

void* __cairn_model_memccpy(void* restrict to, const void* restrict from, int c, size_t n) {
  unsigned char* out = to;
  const unsigned char* in = from;
  for (size_t i = 0; i < n; ++i) {
    out[i] = in[i];
    if (in[i] == (unsigned char)c) return out + i + 1;
  }
  return NULL;
}

void __cairn_model_explicit_bzero(void* to, size_t n) {
  n = cairn_pin_size(n);
  __builtin_memset(to, 0, n);
}

char* __cairn_model_stpcpy(char* restrict to, const char* restrict from) {
  while ((*to = *from) != 0) {
    ++to;
    ++from;
  }
  return to;
}

char* __cairn_model_stpncpy(char* restrict to, const char* restrict from, size_t n) {
  size_t i = 0;
  for (; i < n && from[i] != 0; ++i) to[i] = from[i];
  for (size_t k = i; k < n; ++k) to[k] = 0;
  return to + i;
}

char* __cairn_model_strncat(char* restrict to, const char* restrict from, size_t n) {
  char* at = to;
  while (*at != 0) ++at;
  for (; n > 0 && *from != 0; --n) *at++ = *from++;
  *at = 0;
  return to;
}

static char* copy_of(const char* s, size_t length) {
  length = cairn_pin_size(length);
  char* copy = __cairn_model_malloc(length + 1);
  if (copy == NULL) return NULL;
  __builtin_memcpy(copy, s, length);
  copy[length] = 0;
  return copy;
}

char* __cairn_model_strdup(const char* s) { return copy_of(s, __cairn_model_strlen(s)); }
char* __cairn_model___strdup(const char* s) { return copy_of(s, __cairn_model_strlen(s)); }
char* __cairn_model_strndup(const char* s, size_t n) { return copy_of(s, __cairn_model_strnlen(s, n)); }
char* __cairn_model___strndup(const char* s, size_t n) { return copy_of(s, __cairn_model_strnlen(s, n)); }

/* ---- Searching for several characters or for a string --------------------------------------- */

static int among(char c, const char* set) {
  for (; *set != 0; ++set)
    if (*set == c) return 1;
  return 0;
}

size_t __cairn_model_strspn(const char* s, const char* accepted) {
  size_t n = 0;
  while (s[n] != 0 && among(s[n], accepted)) ++n;
  return n;
}

size_t __cairn_model_strcspn(const char* s, const char* rejected) {
  size_t n = 0;
  while (s[n] != 0 && !among(s[n], rejected)) ++n;
  return n;
}

char* __cairn_model_strpbrk(const char* s, const char* accepted) {
  s += __cairn_model_strcspn(s, accepted);
  return *s != 0 ? (char*)s : NULL;
}

char* __cairn_model_strstr(const char* text, const char* wanted) {
  for (;; ++text) {
    size_t i = 0;
    while (wanted[i] != 0 && text[i] == wanted[i]) ++i;
    if (wanted[i] == 0) return (char*)text;
    if (text[i] == 0) return NULL;
  }
}

void* __cairn_model_memmem(const void* text, size_t size, const void* wanted, size_t length) {
  const unsigned char* x = text;
  for (size_t at = 0; length <= size && at <= size - length; ++at)
    if (__cairn_model_bcmp(x + at, wanted, length) == 0) return (void*)(x + at);
  return NULL;
}

char* __cairn_model_strtok_r(char* restrict s, const char* restrict between, char** restrict rest) {
  if (s == NULL) s = *rest;
  s += __cairn_model_strspn(s, between);
  if (*s == 0) {
    *rest = s;
    return NULL;
  }
  char* end = s + __cairn_model_strcspn(s, between);
  *rest = end;
  if (*end != 0) {
    *end = 0;
    *rest = end + 1;
  }
  return s;
}

char* __cairn_model___strtok_r(char* restrict s, const char* restrict between, char** restrict rest) {
  return __cairn_model_strtok_r(s, between, rest);
}

char* __cairn_model_strtok(char* restrict s, const char* restrict between) {
  static char* rest;
  return __cairn_model_strtok_r(s, between, &rest);
}

char* __cairn_model_strsep(char** restrict place, const char* restrict between) {
  char* s = *place;
  if (s == NULL) return NULL;
  char* end = s + __cairn_model_strcspn(s, between);
  if (*end != 0) {
    *end = 0;
    *place = end + 1;
  } else {
    *place = NULL;
  }
  return s;
}

/* ---- Collation: that of the C locale, or the real thing ------------------------------------- */

int __cairn_model_strcoll(const char* a, const char* b) {
  if (cairn_c_locale(LC_COLLATE)) return __cairn_model_strcmp(a, b);
  cairn_lose_string(a);
  cairn_lose_string(b);
  return strcoll(a, b);
}

size_t __cairn_model_strxfrm(char* restrict to, const char* restrict from, size_t n) {
  if (cairn_c_locale(LC_COLLATE)) {
    size_t length = __cairn_model_strlen(from);
    if (n > 0) __cairn_model_stpncpy(to, from, length < n ? length + 1 : n);
    return length;
  }
  cairn_lose_string(from);
  const size_t length = strxfrm(to, from, n);
  if (length < n) cairn_forget(to, length + 1);
  return length;
}

/* ---- Versions ------------------------------------------------------------------------------- */

static int kind_of(unsigned char c) { return ((unsigned)c - '0' < 10u) + (c == '0'); }

/* As glibc decides: parts of numbers by value, those that begin with a zero as fractions. */
int __cairn_model_strverscmp(const char* a, const char* b) {
  enum { NORMAL = 0, WHOLE = 3, FRACTION = 6, ZEROS = 9, DIFFERENCE = 2, LENGTH = 3 };
  static const signed char next[] = {NORMAL, WHOLE,    ZEROS,    NORMAL, WHOLE,    WHOLE,
                                     NORMAL, FRACTION, FRACTION, NORMAL, FRACTION, ZEROS};
  /* Of a state, and the kinds of both characters: other, digit, zero. */
  static const signed char decides[] = {2, 2, 2, 2, 3, 2, 2, 2, 2, 2, -1, -1, 1,  3, 3, 1,  3, 3,
                                        2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1,  1,  -1, 2, 2, -1, 2, 2};
  const unsigned char* x = (const unsigned char*)a;
  const unsigned char* y = (const unsigned char*)b;
  int state = NORMAL + kind_of(*x);
  for (; *x == *y; ++x, ++y) {
    if (*x == 0) return 0;
    state = next[state] + kind_of(x[1]);
  }
  const int difference = *x - *y;
  const int decided = decides[state * 3 + kind_of(*y)];
  if (decided == DIFFERENCE) return difference;
  if (decided != LENGTH) return decided;
  for (++x, ++y; kind_of(*x) != 0; ++x, ++y)
    if (kind_of(*y) == 0) return 1;
  return kind_of(*y) != 0 ? -1 : difference;
}

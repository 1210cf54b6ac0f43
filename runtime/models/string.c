/* Models of string.h: the textbook loops. Each comparison of a symbolic byte is a branch on the path, as it is in the program's own
 * loops. */
#include <stddef.h>
#include <stdint.h>

#include "model.h"

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
    if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
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
    if (x != y) return x < y ? -1 : 1;
    if (x == 0) return 0;
  }
}

int __cairn_model_strncmp(const char* a, const char* b, size_t n) {
  for (; n > 0; --n, ++a, ++b) {
    const unsigned char x = (unsigned char)*a;
    const unsigned char y = (unsigned char)*b;
    if (x != y) return x < y ? -1 : 1;
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

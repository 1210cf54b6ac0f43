/* Models of strings.h: case-blind comparison in the C locale, and the BSD names of string.h functions. */
#include <string.h>
#include <strings.h>

#include "model.h"
#include "models.h"

/* Without a branch: only the comparisons of characters are. */
static int lower(unsigned char c) { return c + (((unsigned)c - 'A' < 26u) << 5); }

int __cairn_model_strncasecmp(const char* a, const char* b, size_t n) {
  if (!cairn_c_locale(LC_CTYPE)) {
    cairn_lose_memory(a, strnlen(a, n));
    cairn_lose_memory(b, strnlen(b, n));
    return strncasecmp(a, b, n);
  }
  for (; n > 0; --n, ++a, ++b) {
    const int x = lower((unsigned char)*a);
    const int y = lower((unsigned char)*b);
    if (x != y) return x - y;
    if (x == 0) return 0;
  }
  return 0;
}

int __cairn_model_strcasecmp(const char* a, const char* b) { return __cairn_model_strncasecmp(a, b, (size_t)-1); }

char* __cairn_model_strcasestr(const char* text, const char* wanted) {
  const size_t length = __cairn_model_strlen(wanted);
  for (;; ++text) {
    if (__cairn_model_strncasecmp(text, wanted, length) == 0) return (char*)text;
    if (*text == 0) return NULL;
  }
}

void __cairn_model_bzero(void* to, size_t n) {
  n = cairn_pin_size(n);
  __builtin_memset(to, 0, n);
}

void __cairn_model_bcopy(const void* from, void* to, size_t n) {
  n = cairn_pin_size(n);
  __builtin_memmove(to, from, n);
}

char* __cairn_model_index(const char* s, int c) { return __cairn_model_strchr(s, c); }
char* __cairn_model_rindex(const char* s, int c) { return __cairn_model_strrchr(s, c); }

/* Bits are counted by arithmetic: expressions, not branches. */
int __cairn_model_ffsl(long x) { return __builtin_ffsl(x); }
int __cairn_model_ffsll(long long x) { return __builtin_ffsll(x); }
int __cairn_model_ffs(int x) { return __builtin_ffs(x); }

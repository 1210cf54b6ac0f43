/* Models of the functions of wchar.h that work on wide strings and arrays: those of string.h for larger characters. */
#include <errno.h>
#include <stdlib.h>
#include <wchar.h>

#include "model.h"
#include "models.h"

size_t __cairn_model_mbrtowc(wchar_t* restrict to, const char* restrict s, size_t n, mbstate_t* restrict state);

size_t __cairn_model_wcsnlen(const wchar_t* s, size_t most) {
  size_t n = 0;
  while (n < most && s[n] != 0) ++n;
  return n;
}

size_t __cairn_model_wcslen(const wchar_t* s) { return __cairn_model_wcsnlen(s, (size_t)-1); }

/* The difference may not fit into an int. */
static int order(wchar_t a, wchar_t b) { return (a > b) - (a < b); }

int __cairn_model_wcsncmp(const wchar_t* a, const wchar_t* b, size_t n) {
  for (size_t i = 0; i < n; ++i)
    if (a[i] != b[i] || a[i] == 0) return order(a[i], b[i]);
  return 0;
}

int __cairn_model_wcscmp(const wchar_t* a, const wchar_t* b) { return __cairn_model_wcsncmp(a, b, (size_t)-1); }

int __cairn_model_wmemcmp(const wchar_t* a, const wchar_t* b, size_t n) {
  for (size_t i = 0; i < n; ++i)
    if (a[i] != b[i]) return order(a[i], b[i]);
  return 0;
}

wchar_t* __cairn_model_wmemchr(const wchar_t* s, wchar_t c, size_t n) {
  for (size_t i = 0; i < n; ++i)
    if (s[i] == c) return (wchar_t*)s + i;
  return NULL;
}

wchar_t* __cairn_model_wmemcpy(wchar_t* restrict to, const wchar_t* restrict from, size_t n) {
  return __builtin_memcpy(to, from, n * sizeof *to);
}

wchar_t* __cairn_model_wmemmove(wchar_t* to, const wchar_t* from, size_t n) {
  return __builtin_memmove(to, from, n * sizeof *to);
}

wchar_t* __cairn_model_wmempcpy(wchar_t* restrict to, const wchar_t* restrict from, size_t n) {
  return __cairn_model_wmemcpy(to, from, n) + n;
}

wchar_t* __cairn_model_wmemset(wchar_t* to, wchar_t c, size_t n) {
  n = cairn_pin_size(n);
  for (size_t i = 0; i < n; ++i) to[i] = c;
  return to;
}

wchar_t* __cairn_model_wcschr(const wchar_t* s, wchar_t c) {
  for (;; ++s) {
    if (*s == c) return (wchar_t*)s;
    if (*s == 0) return NULL;
  }
}

wchar_t* __cairn_model_wcsrchr(const wchar_t* s, wchar_t c) {
  const wchar_t* last = NULL;
  for (;; ++s) {
    if (*s == c) last = s;
    if (*s == 0) return (wchar_t*)last;
  }
}

wchar_t* __cairn_model_wcpcpy(wchar_t* restrict to, const wchar_t* restrict from) {
  const size_t length = __cairn_model_wcslen(from);
  return __cairn_model_wmemcpy(to, from, length + 1) + length;
}

wchar_t* __cairn_model_wcscpy(wchar_t* restrict to, const wchar_t* restrict from) {
  __cairn_model_wcpcpy(to, from);
  return to;
}

wchar_t* __cairn_model_wcsncpy(wchar_t* restrict to, const wchar_t* restrict from, size_t n) {
  const size_t length = __cairn_model_wcsnlen(from, n);
  __cairn_model_wmemcpy(to, from, length);
  __cairn_model_wmemset(to + length, 0, n - length);
  return to;
}

wchar_t* __cairn_model_wcscat(wchar_t* restrict to, const wchar_t* restrict from) {
  __cairn_model_wcscpy(to + __cairn_model_wcslen(to), from);
  return to;
}

wchar_t* __cairn_model_wcsncat(wchar_t* restrict to, const wchar_t* restrict from, size_t n) {
  const size_t length = __cairn_model_wcsnlen(from, n);
  wchar_t* end = to + __cairn_model_wcslen(to);
  __cairn_model_wmemcpy(end, from, length);
  end[length] = 0;
  return to;
}

wchar_t* __cairn_model_wcsdup(const wchar_t* s) {
  const size_t size = __cairn_model_wcslen(s) + 1;
  wchar_t* copy = __cairn_model_malloc(size * sizeof *copy);
  return copy != NULL ? __cairn_model_wmemcpy(copy, s, size) : NULL;
}

static size_t span(const wchar_t* s, const wchar_t* set, int in) {
  size_t n = 0;
  for (; s[n] != 0; ++n) {
    const wchar_t* member = set;
    while (*member != 0 && *member != s[n]) ++member;
    if ((*member != 0) != in) break;
  }
  return n;
}

size_t __cairn_model_wcsspn(const wchar_t* s, const wchar_t* accepted) { return span(s, accepted, 1); }
size_t __cairn_model_wcscspn(const wchar_t* s, const wchar_t* rejected) { return span(s, rejected, 0); }

wchar_t* __cairn_model_wcspbrk(const wchar_t* s, const wchar_t* accepted) {
  s += span(s, accepted, 0);
  return *s != 0 ? (wchar_t*)s : NULL;
}

wchar_t* __cairn_model_wcsstr(const wchar_t* text, const wchar_t* wanted) {
  for (;; ++text) {
    size_t i = 0;
    while (wanted[i] != 0 && text[i] == wanted[i]) ++i;
    if (wanted[i] == 0) return (wchar_t*)text;
    if (text[i] == 0) return NULL;
  }
}

/* ---- From and to bytes, in the C locale ------------------------------------------------------ */

static int all_there(const mbstate_t* state) { return state == NULL || mbsinit(state); }

size_t __cairn_model_mbsnrtowcs(wchar_t* restrict to, const char** restrict from, size_t bytes, size_t room,
                                mbstate_t* restrict state) {
  if (!cairn_c_locale(LC_CTYPE) || !all_there(state)) {
    const size_t size = __cairn_model_strnlen(*from, bytes);
    cairn_lose_memory(*from, size);
    const size_t done = mbsnrtowcs(to, from, bytes, room, state);
    if (to != NULL) cairn_forget(to, (done < size ? done + (done < room) : size) * sizeof *to);
    return done;
  }
  const char* s = *from;
  size_t n = 0;
  for (; (to == NULL || n < room) && n < bytes; ++n) {
    wchar_t c;
    if (__cairn_model_mbrtowc(&c, s + n, 1, state) == (size_t)-1) {
      if (to != NULL) *from = s + n;
      return (size_t)-1;
    }
    if (to != NULL) to[n] = c;
    if (c != 0) continue;
    if (to != NULL) *from = NULL;
    return n;
  }
  if (to != NULL) *from = s + n;
  return n;
}

size_t __cairn_model_mbsrtowcs(wchar_t* restrict to, const char** restrict from, size_t room,
                               mbstate_t* restrict state) {
  return __cairn_model_mbsnrtowcs(to, from, (size_t)-1, room, state);
}

size_t __cairn_model_mbstowcs(wchar_t* to, const char* from, size_t room) {
  mbstate_t state = {0};
  return __cairn_model_mbsrtowcs(to, &from, room, &state);
}

size_t __cairn_model_wcsrtombs(char* restrict to, const wchar_t** restrict from, size_t room,
                               mbstate_t* restrict state) {
  if (!cairn_c_locale(LC_CTYPE) || !all_there(state)) {
    cairn_lose_memory(*from, __cairn_model_wcslen(*from) * sizeof **from);
    const size_t done = wcsrtombs(to, from, room, state);
    if (to != NULL && done != (size_t)-1) cairn_forget(to, done + (done < room));
    return done;
  }
  const wchar_t* s = *from;
  size_t n = 0;
  for (; to == NULL || n < room; ++n) {
    if ((unsigned)s[n] >= 128) {
      if (to != NULL) *from = s + n;
      errno = EILSEQ;
      return (size_t)-1;
    }
    if (to != NULL) to[n] = (char)s[n];
    if (s[n] != 0) continue;
    if (to != NULL) *from = NULL;
    return n;
  }
  *from = s + n;
  return n;
}

size_t __cairn_model_wcstombs(char* to, const wchar_t* from, size_t room) {
  mbstate_t state = {0};
  return __cairn_model_wcsrtombs(to, &from, room, &state);
}

/* ---- How wide characters are: of those the C locale has, control characters are not ---------- */

int __cairn_model_wcwidth(wchar_t c) {
  if (!cairn_c_locale(LC_CTYPE)) return wcwidth((wchar_t)cairn_pin_size((size_t)c));
  if (c == 0) return 0;
  return (unsigned)(c - 32) < 95 ? 1 : -1;
}

int __cairn_model_wcswidth(const wchar_t* s, size_t n) {
  int width = 0;
  for (size_t i = 0; i < n && s[i] != 0; ++i) {
    const int here = __cairn_model_wcwidth(s[i]);
    if (here < 0) return -1;
    width += here;
  }
  return width;
}

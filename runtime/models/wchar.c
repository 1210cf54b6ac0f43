/* Models of the multibyte functions of wchar.h and stdlib.h in the C locale, where a character is a byte below 128. In
 * other locales the real function is called, and what wide streams read is glibc's in any case. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "model.h"
#include "models.h"

static int foreign(const char* s, size_t n) {
  if (cairn_c_locale(LC_CTYPE)) return 0;
  if (s != NULL) cairn_lose_memory(s, n < 16 ? n : 16);
  return 1;
}

size_t __cairn_model_mbrtowc(wchar_t* restrict to, const char* restrict s, size_t n, mbstate_t* restrict state) {
  if (foreign(s, n)) {
    if (to != NULL) cairn_forget(to, sizeof *to);
    return mbrtowc(to, s, n, state);
  }
  if (s == NULL) return 0;
  if (n == 0) return (size_t)-2;
  const unsigned char c = (unsigned char)*s;
  if (c >= 128) {
    errno = EILSEQ;
    return (size_t)-1;
  }
  if (to != NULL) *to = c;
  return c != 0;
}

size_t __cairn_model_mbrlen(const char* restrict s, size_t n, mbstate_t* restrict state) {
  static mbstate_t own;
  return __cairn_model_mbrtowc(NULL, s, n, state != NULL ? state : &own);
}

int __cairn_model_mbtowc(wchar_t* restrict to, const char* restrict s, size_t n) {
  if (foreign(s, n)) {
    if (to != NULL) cairn_forget(to, sizeof *to);
    return mbtowc(to, s, n);
  }
  if (s == NULL) return 0;
  if (*s == 0) { /* even if n is 0 */
    if (to != NULL) *to = 0;
    return 0;
  }
  if (n == 0) return -1;
  return (int)__cairn_model_mbrtowc(to, s, n, NULL);
}

int __cairn_model_mblen(const char* s, size_t n) {
  if (foreign(s, n)) return mblen(s, n);
  return __cairn_model_mbtowc(NULL, s, n);
}

size_t __cairn_model_wcrtomb(char* restrict to, wchar_t c, mbstate_t* restrict state) {
  if (!cairn_c_locale(LC_CTYPE)) {
    if (to != NULL) cairn_forget(to, MB_CUR_MAX);
    return wcrtomb(to, (wchar_t)cairn_pin_size((size_t)c), state);
  }
  if (to == NULL) return 1;
  if ((unsigned)c >= 128) {
    errno = EILSEQ;
    return (size_t)-1;
  }
  *to = (char)c;
  return 1;
}

int __cairn_model_wctomb(char* to, wchar_t c) {
  if (!cairn_c_locale(LC_CTYPE)) {
    if (to != NULL) cairn_forget(to, MB_CUR_MAX);
    return wctomb(to, (wchar_t)cairn_pin_size((size_t)c));
  }
  return to == NULL ? 0 : (int)__cairn_model_wcrtomb(to, c, NULL);
}

wint_t __cairn_model_btowc(int c) {
  if (!cairn_c_locale(LC_CTYPE)) return btowc((int)cairn_pin_size((size_t)c));
  return (unsigned)c < 128 ? (wint_t)c : WEOF;
}

int __cairn_model_wctob(wint_t c) {
  if (!cairn_c_locale(LC_CTYPE)) return wctob((wint_t)cairn_pin_size(c));
  return c < 128 ? (int)c : EOF;
}

/* ---- Wide streams: what they read is not followed ------------------------------------------- */

static void lose_read(FILE* f) {
  struct cairn_stream stream;
  if (cairn_stream_at(f->_fileno, &stream)) cairn_lose(1);
}

#define READS_CHARACTER(name)            \
  wint_t __cairn_model_##name(FILE* f) { \
    lose_read(f);                        \
    return name(f);                      \
  }
#define READS_STANDARD(name)          \
  wint_t __cairn_model_##name(void) { \
    lose_read(stdin);                 \
    return name();                    \
  }
#define READS_LINE(name)                                                         \
  wchar_t* __cairn_model_##name(wchar_t* restrict to, int n, FILE* restrict f) { \
    lose_read(f);                                                                \
    wchar_t* line = name(to, n, f);                                              \
    if (line != NULL) cairn_forget(line, (wcslen(line) + 1) * sizeof *line);     \
    return line;                                                                 \
  }

READS_CHARACTER(fgetwc)
READS_CHARACTER(getwc)
READS_CHARACTER(fgetwc_unlocked)
READS_CHARACTER(getwc_unlocked)
READS_STANDARD(getwchar)
READS_STANDARD(getwchar_unlocked)
READS_LINE(fgetws)
READS_LINE(fgetws_unlocked)

/* ---- The spellings of _FORTIFY_SOURCE ------------------------------------------------------- */

extern size_t __wcrtomb_chk(char* restrict to, wchar_t c, mbstate_t* restrict state, size_t room);

wchar_t* __cairn_model___fgetws_chk(wchar_t* restrict to, size_t room, int n, FILE* restrict f) {
  cairn_check_line(n, room);
  return __cairn_model_fgetws(to, n, f);
}

wchar_t* __cairn_model___fgetws_unlocked_chk(wchar_t* restrict to, size_t room, int n, FILE* restrict f) {
  cairn_check_line(n, room);
  return __cairn_model_fgetws_unlocked(to, n, f);
}

size_t __cairn_model___wcrtomb_chk(char* restrict to, wchar_t c, mbstate_t* restrict state, size_t room) {
  if (room >= MB_CUR_MAX) return __cairn_model_wcrtomb(to, c, state);
  if (to != NULL) cairn_forget(to, room);
  return __wcrtomb_chk(to, (wchar_t)cairn_pin_size((size_t)c), state, room);
}

int __cairn_model___wctomb_chk(char* to, wchar_t c, size_t room) {
  if (room < MB_CUR_MAX) __chk_fail();
  return __cairn_model_wctomb(to, c);
}

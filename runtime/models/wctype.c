/* Models of wctype.h in the C locale: the classes of ctype.h for the first 128 characters, none for the others. */
#include <wctype.h>

#include "model.h"
#include "models.h"

int __cairn_model_isalpha(int c);
int __cairn_model_isalnum(int c);
int __cairn_model_isupper(int c);
int __cairn_model_islower(int c);
int __cairn_model_isxdigit(int c);
int __cairn_model_isblank(int c);
int __cairn_model_isprint(int c);
int __cairn_model_isgraph(int c);
int __cairn_model_iscntrl(int c);
int __cairn_model_ispunct(int c);

#define CLASS(name, narrow)                                                \
  int __cairn_model_##name(wint_t c) {                                     \
    if (!cairn_c_locale(LC_CTYPE)) return name((wint_t)cairn_pin_size(c)); \
    return __cairn_model_##narrow((int)c) * (c < 128);                     \
  }

CLASS(iswalpha, isalpha)
CLASS(iswalnum, isalnum)
CLASS(iswupper, isupper)
CLASS(iswlower, islower)
CLASS(iswxdigit, isxdigit)
CLASS(iswspace, isspace)
CLASS(iswblank, isblank)
CLASS(iswprint, isprint)
CLASS(iswgraph, isgraph)
CLASS(iswcntrl, iscntrl)
CLASS(iswpunct, ispunct)

int __cairn_model_iswdigit(wint_t c) { return c - '0' < 10; } /* in all locales */

wint_t __cairn_model_towlower(wint_t c) {
  if (!cairn_c_locale(LC_CTYPE)) return towlower((wint_t)cairn_pin_size(c));
  return c + ((c - 'A' < 26) << 5);
}

wint_t __cairn_model_towupper(wint_t c) {
  if (!cairn_c_locale(LC_CTYPE)) return towupper((wint_t)cairn_pin_size(c));
  return c - ((c - 'a' < 26) << 5);
}

/* Models of ctype.h in the C locale, by arithmetic: a class is an expression, and branches when the program asks. True
 * is the bit of glibc's table, because programs have been seen to print it. Programs that look into the table get a
 * copy that stands in an object we know. */
#include <ctype.h>
#include <stdlib.h>

#include "model.h"
#include "models.h"

static int in(int c, int first, int last) { return (unsigned)c - (unsigned)first <= (unsigned)last - (unsigned)first; }

static int digit(int c) { return in(c, '0', '9'); }
static int letter(int c) { return in(c | 32, 'a', 'z'); }

#define CLASS(name, bit, condition)                                             \
  int __cairn_model_##name(int c) {                                             \
    if (!cairn_c_locale(LC_CTYPE)) return name((int)cairn_pin_size((size_t)c)); \
    return (condition) * (int)(unsigned short)(bit);                            \
  }

CLASS(isalpha, _ISalpha, letter(c))
CLASS(isdigit, _ISdigit, digit(c))
CLASS(isalnum, _ISalnum, letter(c) | digit(c))
CLASS(isupper, _ISupper, in(c, 'A', 'Z'))
CLASS(islower, _ISlower, in(c, 'a', 'z'))
CLASS(isxdigit, _ISxdigit, digit(c) | in(c | 32, 'a', 'f'))
CLASS(isspace, _ISspace, in(c, 9, 13) | (c == ' '))
CLASS(isblank, _ISblank, (c == ' ') | (c == 9))
CLASS(isprint, _ISprint, in(c, 32, 126))
CLASS(isgraph, _ISgraph, in(c, 33, 126))
CLASS(iscntrl, _IScntrl, in(c, 0, 31) | (c == 127))
CLASS(ispunct, _ISpunct, in(c, 33, 126) & !(letter(c) | digit(c)))

int __cairn_model_isascii(int c) { return (c & ~0x7f) == 0; }
int __cairn_model_toascii(int c) { return c & 0x7f; }

/* A character passed as a negative number comes back as the positive one; EOF stays. */
int __cairn_model_tolower(int c) {
  if (!cairn_c_locale(LC_CTYPE)) return tolower((int)cairn_pin_size((size_t)c));
  return c + (in(c, -128, -2) << 8) + (in(c, 'A', 'Z') << 5);
}

int __cairn_model_toupper(int c) {
  if (!cairn_c_locale(LC_CTYPE)) return toupper((int)cairn_pin_size((size_t)c));
  return c + (in(c, -128, -2) << 8) - (in(c, 'a', 'z') << 5);
}

/* The tables behind the macros: entries for -128 .. 255. */
#define TABLE(name, type)                                    \
  const type** __cairn_model_##name(void) {                  \
    static type table[384];                                  \
    static const type* start = table + 128;                  \
    static const type* copied;                               \
    const type* now = *name();                               \
    if (now != copied) {                                     \
      for (int i = 0; i < 384; ++i) table[i] = now[i - 128]; \
      copied = now;                                          \
    }                                                        \
    return &start;                                           \
  }

TABLE(__ctype_b_loc, unsigned short)
TABLE(__ctype_tolower_loc, __int32_t)
TABLE(__ctype_toupper_loc, __int32_t)

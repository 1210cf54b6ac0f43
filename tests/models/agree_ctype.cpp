// ctype.h in the C locale: all characters, EOF included.
#include <cctype>

#include "tests/models/agree.h"

using cairn::agree::Random;
using cairn::agree::Verdict;

#define CLASS(f)                                          \
  extern "C" int __cairn_model_##f(int);                  \
  AGREE(f) {                                              \
    const int c = random.below(384) - 128;                \
    verdict.note(std::to_string(c));                      \
    verdict.same("result", __cairn_model_##f(c), (f)(c)); \
  }

CLASS(isalpha)
CLASS(isdigit)
CLASS(isalnum)
CLASS(isupper)
CLASS(islower)
CLASS(isxdigit)
CLASS(isspace)
CLASS(isblank)
CLASS(isprint)
CLASS(isgraph)
CLASS(iscntrl)
CLASS(ispunct)
CLASS(isascii)
CLASS(toascii)
CLASS(tolower)
CLASS(toupper)

#define TABLE(f, type)                                           \
  extern "C" const type** __cairn_model_##f();                   \
  AGREE(f) {                                                     \
    const int c = random.below(384) - 128;                       \
    verdict.same("entry", (*__cairn_model_##f())[c], (*f())[c]); \
  }

TABLE(__ctype_b_loc, unsigned short)
TABLE(__ctype_tolower_loc, int)
TABLE(__ctype_toupper_loc, int)

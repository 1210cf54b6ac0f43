// fnmatch with all flags.
#include <fnmatch.h>

#include "tests/models/agree.h"

using cairn::agree::Random;
using cairn::agree::Verdict;

extern "C" int __cairn_model_fnmatch(const char*, const char*, int);

AGREE(fnmatch) {
  std::string pattern;
  for (int n = random.below(random.once_in(3) ? 12 : 6); n > 0; --n) {
    static const char* const pieces[] = {"*",    "?",    "a",     "b",      ".",    "/",    "\\*", "\\",
                                         "[ab]", "[!a]", "[^b.]", "[a-c]",  "[]a]", "[",    "]",   "[a",
                                         "A",    "-",    "[a-]",  "[\\]b]", "[/]",  "[B-c]"};
    pattern += pieces[random.below(random.once_in(3) ? 22 : 8)];
  }
  const std::string s = random.text(random.once_in(3) ? 12 : 6, "abA./*]");
  const int flags = random.once_in(2) ? 0 : random.below(32);
  verdict.note(pattern + "   " + s + "   " + std::to_string(flags));
  verdict.same("result", __cairn_model_fnmatch(pattern.c_str(), s.c_str(), flags),
               fnmatch(pattern.c_str(), s.c_str(), flags));
}

// Many stars take no longer than a few: none is tried again at another place when a later one fails.
AGREE(fnmatch_stars) {
  std::string pattern, s;
  for (int n = random.below(16); n > 0; --n) pattern += "*a";
  pattern += random.once_in(2) ? "*b" : "*";
  for (int n = random.below(40); n > 0; --n) s += random.once_in(12) ? '/' : 'a';
  const int flags = random.once_in(2) ? FNM_PATHNAME : 0;
  verdict.note(pattern + "   " + s + "   " + std::to_string(flags));
  verdict.same("result", __cairn_model_fnmatch(pattern.c_str(), s.c_str(), flags),
               fnmatch(pattern.c_str(), s.c_str(), flags));
}

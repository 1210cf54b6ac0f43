// libgen.h, and the basename of string.h.
#include <cstring>

#include "tests/models/agree.h"

using cairn::agree::Buffer;

extern "C" {
char* __xpg_basename(char*);
char* dirname(char*);
char* __cairn_model_basename(const char*);
char* __cairn_model___xpg_basename(char*);
char* __cairn_model_dirname(char*);
}

namespace {

// Both may write into the name, and both may give a text of their own.
template <class M, class R>
void both(cairn::agree::Random& random, cairn::agree::Verdict& verdict, M model, R real) {
  const std::string name = random.text(8, "a/");
  verdict.note(name);
  Buffer mine(name), theirs(name);
  const char* m = model(mine.at());
  const char* r = real(theirs.at());
  verdict.same("result", std::string(m), std::string(r));
  verdict.same("name", mine.all(), theirs.all());
  if (std::strcmp(r, ".") != 0) verdict.same("place", mine.place(m), theirs.place(r));
}

}  // namespace

AGREE(basename) {
  both(random, verdict, [](char* s) { return __cairn_model_basename(s); }, [](char* s) { return basename(s); });
}

AGREE(__xpg_basename) { both(random, verdict, __cairn_model___xpg_basename, __xpg_basename); }

AGREE(dirname) { both(random, verdict, __cairn_model_dirname, dirname); }

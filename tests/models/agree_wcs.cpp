// The functions of wchar.h that work on wide strings.
#include <cerrno>
#include <cstdlib>
#include <cwchar>
#include <string>

#include "tests/models/agree.h"

using cairn::agree::Random;
using cairn::agree::Verdict;

extern "C" {
size_t __cairn_model_wcslen(const wchar_t*);
size_t __cairn_model_wcsnlen(const wchar_t*, size_t);
int __cairn_model_wcscmp(const wchar_t*, const wchar_t*);
int __cairn_model_wcsncmp(const wchar_t*, const wchar_t*, size_t);
wchar_t* __cairn_model_wcschr(const wchar_t*, wchar_t);
wchar_t* __cairn_model_wcsrchr(const wchar_t*, wchar_t);
size_t __cairn_model_wcsspn(const wchar_t*, const wchar_t*);
size_t __cairn_model_wcscspn(const wchar_t*, const wchar_t*);
wchar_t* __cairn_model_wcspbrk(const wchar_t*, const wchar_t*);
wchar_t* __cairn_model_wcsstr(const wchar_t*, const wchar_t*);
wchar_t* __cairn_model_wcscpy(wchar_t*, const wchar_t*);
wchar_t* __cairn_model_wcpcpy(wchar_t*, const wchar_t*);
wchar_t* __cairn_model_wcsncpy(wchar_t*, const wchar_t*, size_t);
wchar_t* __cairn_model_wcscat(wchar_t*, const wchar_t*);
wchar_t* __cairn_model_wcsncat(wchar_t*, const wchar_t*, size_t);
wchar_t* __cairn_model_wcsdup(const wchar_t*);
int __cairn_model_wmemcmp(const wchar_t*, const wchar_t*, size_t);
wchar_t* __cairn_model_wmemchr(const wchar_t*, wchar_t, size_t);
wchar_t* __cairn_model_wmemcpy(wchar_t*, const wchar_t*, size_t);
wchar_t* __cairn_model_wmempcpy(wchar_t*, const wchar_t*, size_t);
wchar_t* __cairn_model_wmemmove(wchar_t*, const wchar_t*, size_t);
wchar_t* __cairn_model_wmemset(wchar_t*, wchar_t, size_t);
size_t __cairn_model_mbstowcs(wchar_t*, const char*, size_t);
size_t __cairn_model_mbsrtowcs(wchar_t*, const char**, size_t, mbstate_t*);
size_t __cairn_model_mbsnrtowcs(wchar_t*, const char**, size_t, size_t, mbstate_t*);
size_t __cairn_model_wcstombs(char*, const wchar_t*, size_t);
size_t __cairn_model_wcsrtombs(char*, const wchar_t**, size_t, mbstate_t*);
int __cairn_model_wcwidth(wchar_t);
int __cairn_model_wcswidth(const wchar_t*, size_t);
}

namespace {

std::wstring wide(Random& random, int most) {
  std::wstring s;
  for (int n = random.below(most + 1); n > 0; --n)
    s += random.once_in(30) ? static_cast<wchar_t>(random.below(0x20000) + 1) : random.from("abAB,");
  return s;
}

struct Call {
  explicit Call(Random& random) : first(wide(random, 12)), second(wide(random, random.once_in(2) ? 3 : 12)) {
    if (random.once_in(3)) second = first.substr(0, static_cast<std::size_t>(random.below(6))) + second;
    c = random.once_in(8) ? 0 : random.from("abAB,");
    n = static_cast<std::size_t>(random.below(14));
  }
  std::wstring first, second;
  wchar_t c;
  std::size_t n;
};

struct Wide {
  explicit Wide(const std::wstring& s) { s.copy(at, s.size()); }
  std::string all() const { return {reinterpret_cast<const char*>(at), sizeof at}; }
  long place(const wchar_t* p) const { return p == nullptr ? -1000 : p - at; }
  wchar_t at[64] = {};
};

// Functions that write: the same call on two equal buffers.
template <class M, class R>
void writes(Verdict& verdict, const Call& call, M model, R real) {
  Wide mine(call.first), theirs(call.first);
  verdict.same("result", mine.place(model(mine.at)), theirs.place(real(theirs.at)));
  verdict.same("memory", mine.all(), theirs.all());
}

}  // namespace

AGREE(wcslen) {
  const Call call(random);
  verdict.same("length", __cairn_model_wcslen(call.first.c_str()), wcslen(call.first.c_str()));
  verdict.same("bounded", __cairn_model_wcsnlen(call.first.c_str(), call.n), wcsnlen(call.first.c_str(), call.n));
  wchar_t* copy = __cairn_model_wcsdup(call.first.c_str());
  verdict.same("copy", std::wstring(copy) == call.first, true);
  free(copy);
}

AGREE(wcscmp) {
  const Call call(random);
  const wchar_t *a = call.first.c_str(), *b = call.second.c_str();
  verdict.same("wcscmp", __cairn_model_wcscmp(a, b), wcscmp(a, b));
  verdict.same("wcsncmp", __cairn_model_wcsncmp(a, b, call.n), wcsncmp(a, b, call.n));
  const Wide x(call.first), y(call.second);
  verdict.same("wmemcmp", __cairn_model_wmemcmp(x.at, y.at, call.n), wmemcmp(x.at, y.at, call.n));
}

AGREE(wcschr) {
  const Call call(random);
  const wchar_t *s = call.first.c_str(), *set = call.second.c_str();
  verdict.same("wcschr", __cairn_model_wcschr(s, call.c) == wcschr(s, call.c), true);
  verdict.same("wcsrchr", __cairn_model_wcsrchr(s, call.c) == wcsrchr(s, call.c), true);
  verdict.same("wcsspn", __cairn_model_wcsspn(s, set), wcsspn(s, set));
  verdict.same("wcscspn", __cairn_model_wcscspn(s, set), wcscspn(s, set));
  verdict.same("wcspbrk", __cairn_model_wcspbrk(s, set) == wcspbrk(s, set), true);
  verdict.same("wcsstr", __cairn_model_wcsstr(s, set) == wcsstr(s, set), true);
  const Wide x(call.first);
  verdict.same("wmemchr", __cairn_model_wmemchr(x.at, call.c, call.n) == wmemchr(x.at, call.c, call.n), true);
}

AGREE(wcscpy) {
  const Call call(random);
  const Wide more(call.second);
  const wchar_t* from = more.at;
  const std::size_t n = call.n;
#define WRITES(f, ...)                                                                \
  writes(                                                                             \
      verdict, call, [&](wchar_t* to) { return __cairn_model_##f(to, __VA_ARGS__); }, \
      [&](wchar_t* to) { return f(to, __VA_ARGS__); })
  WRITES(wcscpy, from);
  WRITES(wcpcpy, from);
  WRITES(wcsncpy, from, n);
  WRITES(wcscat, from);
  WRITES(wcsncat, from, n);
  WRITES(wmemcpy, from, n);
  WRITES(wmempcpy, from, n);
  WRITES(wmemmove, to + 2, n);
  WRITES(wmemset, call.c, n);
#undef WRITES
}

AGREE(mbsrtowcs) {
  const std::string s = random.text(12, "abc");
  const bool counts = random.once_in(4);
  const auto room = static_cast<std::size_t>(random.below(14)), bytes = static_cast<std::size_t>(random.below(14));
  const bool bounded = random.once_in(2);
  Wide mine(L"kept"), theirs(L"kept");
  const char *mine_from = s.c_str(), *theirs_from = s.c_str();
  mbstate_t a{}, b{};
  wchar_t *to = counts ? nullptr : mine.at, *real_to = counts ? nullptr : theirs.at;
  errno = 5;
  const auto given = bounded ? __cairn_model_mbsnrtowcs(to, &mine_from, bytes, room, &a)
                             : __cairn_model_mbsrtowcs(to, &mine_from, room, &a);
  const int error = errno;
  errno = 5;
  const auto wanted =
      bounded ? mbsnrtowcs(real_to, &theirs_from, bytes, room, &b) : mbsrtowcs(real_to, &theirs_from, room, &b);
  verdict.same("result", given, wanted);
  verdict.same("errno", error, errno);
  verdict.same("where it stopped", mine_from == theirs_from, true);
  verdict.same("memory", mine.all(), theirs.all());
  verdict.same("mbstowcs", __cairn_model_mbstowcs(to, s.c_str(), room), mbstowcs(real_to, s.c_str(), room));
  verdict.same("memory", mine.all(), theirs.all());
}

AGREE(wcsrtombs) {
  const std::wstring s = wide(random, 12);
  const bool counts = random.once_in(4);
  const auto room = static_cast<std::size_t>(random.below(14));
  std::string mine(16, 'k'), theirs(16, 'k');
  const wchar_t *mine_from = s.c_str(), *theirs_from = s.c_str();
  mbstate_t a{}, b{};
  char *to = counts ? nullptr : mine.data(), *real_to = counts ? nullptr : theirs.data();
  errno = 5;
  const auto given = __cairn_model_wcsrtombs(to, &mine_from, room, &a);
  const int error = errno;
  errno = 5;
  verdict.same("result", given, wcsrtombs(real_to, &theirs_from, room, &b));
  verdict.same("errno", error, errno);
  verdict.same("where it stopped", mine_from == theirs_from, true);
  verdict.same("memory", mine, theirs);
  verdict.same("wcstombs", __cairn_model_wcstombs(to, s.c_str(), room), wcstombs(real_to, s.c_str(), room));
  verdict.same("memory", mine, theirs);
}

AGREE(wcwidth) {
  const auto c = static_cast<wchar_t>(random.once_in(8) ? random.below(0x20000) : random.below(300));
  verdict.note(std::to_string(c));
  verdict.same("width", __cairn_model_wcwidth(c), wcwidth(c));
  const std::wstring s = wide(random, 12);
  const auto n = static_cast<std::size_t>(random.below(14));
  verdict.same("of a string", __cairn_model_wcswidth(s.c_str(), n), wcswidth(s.c_str(), n));
}

// wchar.h and wctype.h in the C locale.
#include <cerrno>
#include <clocale>
#include <cstdlib>
#include <cwchar>
#include <cwctype>

#include "tests/models/agree.h"

using cairn::agree::Buffer;
using cairn::agree::Random;
using cairn::agree::Verdict;

#define CLASS(f)                                                                                 \
  extern "C" int __cairn_model_##f(wint_t);                                                      \
  AGREE(f) {                                                                                     \
    const auto c = static_cast<wint_t>(random.once_in(8) ? random.number() : random.below(300)); \
    verdict.note(std::to_string(c));                                                             \
    verdict.same("result", __cairn_model_##f(c), (f)(c));                                        \
  }

CLASS(iswalpha)
CLASS(iswdigit)
CLASS(iswalnum)
CLASS(iswupper)
CLASS(iswlower)
CLASS(iswxdigit)
CLASS(iswspace)
CLASS(iswblank)
CLASS(iswprint)
CLASS(iswgraph)
CLASS(iswcntrl)
CLASS(iswpunct)

extern "C" {
wint_t __cairn_model_towlower(wint_t);
wint_t __cairn_model_towupper(wint_t);
size_t __cairn_model_mbrtowc(wchar_t*, const char*, size_t, mbstate_t*);
size_t __cairn_model_mbrlen(const char*, size_t, mbstate_t*);
int __cairn_model_mbtowc(wchar_t*, const char*, size_t);
int __cairn_model_mblen(const char*, size_t);
size_t __cairn_model_wcrtomb(char*, wchar_t, mbstate_t*);
int __cairn_model_wctomb(char*, wchar_t);
wint_t __cairn_model_btowc(int);
int __cairn_model_wctob(wint_t);
}

AGREE(towlower) {
  const auto c = static_cast<wint_t>(random.once_in(8) ? random.number() : random.below(300));
  verdict.same("lower", __cairn_model_towlower(c), towlower(c));
  verdict.same("upper", __cairn_model_towupper(c), towupper(c));
}

namespace {

// A call of both with errno; `wide` is what they wrote.
template <class M, class R>
void both(Verdict& verdict, M model, R real) {
  wchar_t x = 7, y = 7;
  errno = 5;
  const auto m = model(&x);
  const int model_errno = errno;
  errno = 5;
  const auto r = real(&y);
  verdict.same("result", m, r);
  verdict.same("errno", model_errno, errno);
  verdict.same("character", x, y);
}

}  // namespace

AGREE(mbrtowc) {
  const char c = random.byte();
  const char* s = random.once_in(9) ? nullptr : &c;
  const auto n = static_cast<std::size_t>(random.below(3));
  const bool counts = random.once_in(3);
  verdict.note(std::to_string(c) + " n " + std::to_string(n));
  mbstate_t a{}, b{};
  both(
      verdict, [&](wchar_t* w) { return __cairn_model_mbrtowc(counts ? nullptr : w, s, n, &a); },
      [&](wchar_t* w) { return mbrtowc(counts ? nullptr : w, s, n, &b); });
  both(verdict, [&](wchar_t*) { return __cairn_model_mbrlen(s, n, &a); }, [&](wchar_t*) { return mbrlen(s, n, &b); });
}

AGREE(mbtowc) {
  const char c = random.byte();
  const char* s = random.once_in(9) ? nullptr : &c;
  const auto n = static_cast<std::size_t>(random.below(3));
  verdict.note(std::to_string(c) + " n " + std::to_string(n));
  both(verdict, [&](wchar_t* w) { return __cairn_model_mbtowc(w, s, n); }, [&](wchar_t* w) { return mbtowc(w, s, n); });
  both(verdict, [&](wchar_t*) { return __cairn_model_mblen(s, n); }, [&](wchar_t*) { return mblen(s, n); });
}

AGREE(wcrtomb) {
  const auto c = static_cast<wchar_t>(random.once_in(5) ? random.number() : random.below(200));
  const bool nowhere = random.once_in(9);
  verdict.note(std::to_string(c));
  Buffer m, r;
  mbstate_t a{}, b{};
  both(
      verdict, [&](wchar_t*) { return __cairn_model_wcrtomb(nowhere ? nullptr : m.at(), c, &a); },
      [&](wchar_t*) { return wcrtomb(nowhere ? nullptr : r.at(), c, &b); });
  both(
      verdict, [&](wchar_t*) { return __cairn_model_wctomb(nowhere ? nullptr : m.at(), c); },
      [&](wchar_t*) { return wctomb(nowhere ? nullptr : r.at(), c); });
  verdict.same("memory", m.all(), r.all());
}

AGREE(btowc) {
  const int c = random.below(600) - 200;
  verdict.same("btowc", __cairn_model_btowc(c), btowc(c));
  const auto w = static_cast<wint_t>(random.once_in(3) ? random.number() : random.below(300));
  verdict.same("wctob", __cairn_model_wctob(w), wctob(w));
}

// A thread may have a locale of its own.
AGREE(uselocale) {
  static const locale_t other = newlocale(LC_ALL_MASK, "C.UTF-8", nullptr);
  if (other == nullptr) return;
  const locale_t before = uselocale(other);
  wchar_t m = 0, r = 0;
  verdict.same("mbtowc", __cairn_model_mbtowc(&m, "\xc3\xa9", 2), mbtowc(&r, "\xc3\xa9", 2));
  verdict.same("character", m, r);
  uselocale(before);
}

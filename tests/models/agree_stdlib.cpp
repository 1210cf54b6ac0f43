// stdlib.h: numbers, sorting, searching.
#include <cerrno>
#include <cinttypes>
#include <cstdlib>
#include <vector>

#include "tests/models/agree.h"

using cairn::agree::Random;
using cairn::agree::Verdict;

namespace {

std::string numeral(Random& random) {
  std::string s = random.text(2, " \t\n\f");
  s += random.text(1, "+-");
  if (random.once_in(3)) s += random.once_in(2) ? "0x" : "0";
  if (random.once_in(4))
    s += std::to_string(random.once_in(2) ? static_cast<std::uint64_t>(random.number())
                                          : static_cast<std::uint64_t>(INT64_MAX) + 1);
  else if (random.once_in(6))
    s += random.once_in(2) ? "18446744073709551615" : "18446744073709551616";
  else
    s += random.text(random.once_in(4) ? 70 : 6, random.once_in(2) ? "0123456789" : "019afzAFZx");
  return s + random.text(2, "9g +-.");
}

template <class T>
void convert(Random& random, Verdict& verdict, T (*model)(const char*, char**, int),
             T (*real)(const char*, char**, int)) {
  const std::string s = numeral(random);
  int base = random.once_in(2) ? 10 : random.once_in(2) ? 0 : random.below(40) - 1;
  verdict.note(s + " base " + std::to_string(base));
  char *model_end = nullptr, *real_end = nullptr;
  errno = 7;
  const T x = model(s.c_str(), &model_end, base);
  const int model_errno = errno;
  errno = 7;
  const T y = real(s.c_str(), &real_end, base);
  verdict.same("errno", model_errno, errno);
  verdict.same("result", x, y);
  verdict.same("end", model_end - s.c_str(), real_end - s.c_str());
  errno = 0;
}

template <class T>
void plain(Random& random, Verdict& verdict, T (*model)(const char*), T (*real)(const char*)) {
  const std::string s = numeral(random);
  verdict.note(s);
  verdict.same("result", model(s.c_str()), real(s.c_str()));
}

}  // namespace

#define CONVERT(f, type)                                       \
  extern "C" type __cairn_model_##f(const char*, char**, int); \
  AGREE(f) { convert<type>(random, verdict, __cairn_model_##f, f); }
#define PLAIN(f, type)                            \
  extern "C" type __cairn_model_##f(const char*); \
  AGREE(f) { plain<type>(random, verdict, __cairn_model_##f, f); }

CONVERT(strtol, long)
CONVERT(strtoll, long long)
CONVERT(strtoimax, intmax_t)
CONVERT(strtoul, unsigned long)
CONVERT(strtoull, unsigned long long)
CONVERT(strtoumax, uintmax_t)
CONVERT(strtoq, long long)
CONVERT(strtouq, unsigned long long)
PLAIN(atoi, int)
PLAIN(atol, long)
PLAIN(atoll, long long)

extern "C" {
double __cairn_model_strtod(const char*, char**);
float __cairn_model_strtof(const char*, char**);
long double __cairn_model_strtold(const char*, char**);
double __cairn_model_atof(const char*);
long long __cairn_model_llabs(long long);
intmax_t __cairn_model_imaxabs(intmax_t);
lldiv_t __cairn_model_lldiv(long long, long long);
imaxdiv_t __cairn_model_imaxdiv(intmax_t, intmax_t);
int __cairn_model_abs(int);
long __cairn_model_labs(long);
div_t __cairn_model_div(int, int);
ldiv_t __cairn_model_ldiv(long, long);
void __cairn_model_qsort(void*, size_t, size_t, int (*)(const void*, const void*));
void __cairn_model_qsort_r(void*, size_t, size_t, int (*)(const void*, const void*, void*), void*);
void* __cairn_model_bsearch(const void*, const void*, size_t, size_t, int (*)(const void*, const void*));
}

#define FLOATING(f)                                                                            \
  AGREE(f) {                                                                                   \
    const std::string s = numeral(random) + ".5e1";                                            \
    char *model_end, *real_end;                                                                \
    verdict.note(s);                                                                           \
    verdict.same("result", __cairn_model_##f(s.c_str(), &model_end), f(s.c_str(), &real_end)); \
    verdict.same("end", model_end - s.c_str(), real_end - s.c_str());                          \
  }

FLOATING(strtod)
FLOATING(strtof)
FLOATING(strtold)

AGREE(atof) {
  const std::string s = numeral(random);
  verdict.same("result", __cairn_model_atof(s.c_str()), atof(s.c_str()));
}

AGREE(llabs) {
  const auto x = random.number();
  if (x != INT64_MIN) verdict.same("llabs", __cairn_model_llabs(x), (llabs)(x));
}

AGREE(imaxabs) {
  const auto x = random.number();
  if (x != INT64_MIN) verdict.same("imaxabs", __cairn_model_imaxabs(x), (imaxabs)(x));
}

AGREE(labs) {
  const auto x = random.number();
  if (x != INT64_MIN) verdict.same("labs", __cairn_model_labs(x), (labs)(x));
}

AGREE(abs) {
  const auto x = random.number();
  if (static_cast<int>(x) == INT32_MIN) return;
  verdict.same("abs", __cairn_model_abs(static_cast<int>(x)), (abs)(static_cast<int>(x)));
}

#define DIVIDE(function)                                                 \
  AGREE(function) {                                                      \
    const auto a = random.number(), b = random.number();                 \
    if (b == 0 || b == -1) return;                                       \
    const auto x = __cairn_model_##function(a, b), y = (function)(a, b); \
    verdict.same("quotient", x.quot, y.quot);                            \
    verdict.same("remainder", x.rem, y.rem);                             \
  }
DIVIDE(ldiv)
DIVIDE(lldiv)
DIVIDE(imaxdiv)

AGREE(div) {
  const auto a = random.number(), b = random.number();
  if (static_cast<int>(b) == 0 || static_cast<int>(b) == -1) return;
  const div_t v = __cairn_model_div(static_cast<int>(a), static_cast<int>(b)),
              w = (div)(static_cast<int>(a), static_cast<int>(b));
  verdict.same("quotient", v.quot, w.quot);
  verdict.same("remainder", v.rem, w.rem);
}

namespace {

// Elements of any size, compared by their first byte only: stability shows. Each comparison is noted.
std::string order;
int by_first(const void* a, const void* b) {
  const int x = *static_cast<const unsigned char*>(a), y = *static_cast<const unsigned char*>(b);
  order += static_cast<char>(x);
  order += static_cast<char>(y);
  return x - y;
}
int by_first_with(const void* a, const void* b, void* sign) { return *static_cast<int*>(sign) * by_first(a, b); }

std::string elements(Random& random, std::size_t count, std::size_t size) {
  std::string s;
  for (std::size_t i = 0; i < count * size; ++i) s += static_cast<char>(random.below(random.once_in(3) ? 4 : 256));
  return s;
}

}  // namespace

AGREE(qsort) {
  const auto count = static_cast<std::size_t>(random.below(40)), size = static_cast<std::size_t>(1 + random.below(40));
  std::string m = elements(random, count, size), r = m;
  order.clear();
  __cairn_model_qsort(m.data(), count, size, by_first);
  const std::string model_order = order;
  order.clear();
  qsort(r.data(), count, size, by_first);
  verdict.same("sorted", m, r);
  verdict.same("comparisons", model_order, order);
}

AGREE(qsort_r) {
  const auto count = static_cast<std::size_t>(random.below(40)), size = static_cast<std::size_t>(1 + random.below(40));
  std::string m = elements(random, count, size), r = m;
  int sign = random.once_in(2) ? 1 : -1;
  __cairn_model_qsort_r(m.data(), count, size, by_first_with, &sign);
  qsort_r(r.data(), count, size, by_first_with, &sign);
  verdict.same("sorted", m, r);
}

AGREE(bsearch) {
  const auto count = static_cast<std::size_t>(random.below(30)), size = static_cast<std::size_t>(1 + random.below(9));
  std::string s = elements(random, count, size);
  qsort(s.data(), count, size, by_first);
  const unsigned char key = static_cast<unsigned char>(random.below(random.once_in(3) ? 4 : 256));
  const void* m = __cairn_model_bsearch(&key, s.data(), count, size, by_first);
  const void* r = (bsearch)(&key, s.data(), count, size, by_first);
  verdict.same("found", m == nullptr ? -1L : static_cast<const char*>(m) - s.data(),
               r == nullptr ? -1L : static_cast<const char*>(r) - s.data());
}

// Variables that are set, empty, and not there.
#define VARIABLE(f)                                                                               \
  extern "C" char* __cairn_model_##f(const char*);                                                \
  AGREE(f) {                                                                                      \
    setenv("CAIRN_AGREE_A", "value", 1);                                                          \
    setenv("CAIRN_AGREE_B", "", 1);                                                               \
    const std::string name = "CAIRN_AGREE_" + random.text(1, "ABC=");                             \
    verdict.note(name);                                                                           \
    verdict.same("is the same string", __cairn_model_##f(name.c_str()) == f(name.c_str()), true); \
  }
VARIABLE(getenv)
VARIABLE(secure_getenv)

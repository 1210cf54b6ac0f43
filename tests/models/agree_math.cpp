// math.h: every function for doubles and floats, on numbers drawn by bits, by magnitude, and from those with names.
#include <cerrno>
#include <cmath>
#include <limits>

#include "abi/cairn_abi.h"
#include "tests/models/agree.h"

using cairn::agree::Random;
using cairn::agree::Verdict;

namespace {

template <class F>
F draw(Random& random) {
  static constexpr double kNamed[] = {0.0,
                                      -0.0,
                                      0.5,
                                      -0.5,
                                      1.0,
                                      -1.0,
                                      1.5,
                                      2.5,
                                      -2.5,
                                      3.0,
                                      1e10,
                                      88.0,
                                      709.0,
                                      1e-300,
                                      1e300,
                                      1e-310,
                                      0x1p31,
                                      0x1p63,
                                      std::numeric_limits<double>::infinity(),
                                      -std::numeric_limits<double>::infinity(),
                                      std::numeric_limits<double>::quiet_NaN()};
  switch (random.below(3)) {
    case 0: {
      const std::uint64_t bits = random.bits();
      F x;
      std::memcpy(&x, &bits, sizeof x);
      return x;
    }
    case 1:
      return static_cast<F>(kNamed[random.below(static_cast<int>(std::size(kNamed)))]);
    default:
      return std::ldexp(static_cast<F>(random.below(2'000'001) - 1'000'000) / F{1'000'000}, random.below(40) - 20);
  }
}

// Which NaN it is does not matter; which zero it is does.
template <class F>
std::uint64_t bits_of(F x) {
  std::uint64_t bits = 0;
  if (std::isnan(x)) return ~bits;
  std::memcpy(&bits, &x, sizeof x);
  return bits;
}

template <class R, class... A>
void compare(Verdict& verdict, R (*model)(A...), R (*real)(A...), A... arguments) {
  std::string note;
  ((note += std::to_string(static_cast<double>(arguments)) + " "), ...);
  verdict.note(note);
  errno = 7;
  const R x = model(arguments...);
  const int model_errno = errno;
  errno = 7;
  const R y = real(arguments...);
  verdict.same("errno", model_errno, errno);
  verdict.same("result", bits_of(x), bits_of(y));
  errno = 0;
}

template <class F, class Second, class R>
void compare_stored(Random& random, Verdict& verdict, R (*model)(F, Second*), R (*real)(F, Second*)) {
  const F x = draw<F>(random);
  verdict.note(std::to_string(static_cast<double>(x)));
  Second stored_by_model{}, stored{};
  verdict.same("result", bits_of(model(x, &stored_by_model)), bits_of(real(x, &stored)));
  verdict.same("what is stored", bits_of(stored_by_model), bits_of(stored));
}

}  // namespace

#define CHECK_un(function, F, R)            \
  extern "C" R __cairn_model_##function(F); \
  AGREE(function) { compare<R, F>(verdict, __cairn_model_##function, function, draw<F>(random)); }
#define CHECK_bin(function, F, R)              \
  extern "C" F __cairn_model_##function(F, F); \
  AGREE(function) { compare<F, F, F>(verdict, __cairn_model_##function, function, draw<F>(random), draw<F>(random)); }
#define BOTH(cls, function) CHECK_##cls(function, double, double) CHECK_##cls(function##f, float, float)
#define LIBM(name, arity, cls, function) BOTH(cls, function)
CAIRN_LIBM(LIBM)
BOTH(un, sqrt)
BOTH(bin, fmod)
BOTH(un, fabs)
BOTH(un, floor)
BOTH(un, ceil)
BOTH(un, trunc)
BOTH(un, round)
BOTH(un, roundeven)
BOTH(un, rint)
BOTH(un, nearbyint)
BOTH(bin, copysign)
BOTH(bin, fmin)
BOTH(bin, fmax)
BOTH(bin, drem)
BOTH(un, gamma)
BOTH(un, significand)
BOTH(un, nextup)
BOTH(un, nextdown)
#define CLASS_OF(function) CHECK_un(function, double, int) CHECK_un(function##f, float, int)
extern "C" {
int isnan(double);
int isinf(double);
int __isnan(double);
int __isnanf(float);
int __isinf(double);
int __isinff(float);
int __finite(double);
int __finitef(float);
int __signbit(double);
int __signbitf(float);
int __fpclassify(double);
int __fpclassifyf(float);
}
CLASS_OF(isnan)
CLASS_OF(isinf)
CLASS_OF(finite)
CLASS_OF(__isnan)
CLASS_OF(__isinf)
CLASS_OF(__finite)
CLASS_OF(__signbit)
CLASS_OF(__fpclassify)
CLASS_OF(ilogb)
CHECK_un(llogb, double, long) CHECK_un(llogbf, float, long) CHECK_un(lrint, double, long) CHECK_un(lrintf, float, long)
    CHECK_un(llrint, double, long long) CHECK_un(llrintf, float, long long) CHECK_un(lround, double, long)
        CHECK_un(lroundf, float, long) CHECK_un(llround, double, long long) CHECK_un(llroundf, float, long long)

#define CHECK_FMA(function, F)                                                                         \
  extern "C" F __cairn_model_##function(F, F, F);                                                      \
  AGREE(function) {                                                                                    \
    compare<F, F, F, F>(verdict, __cairn_model_##function, function, draw<F>(random), draw<F>(random), \
                        draw<F>(random));                                                              \
  }
            CHECK_FMA(fma, double) CHECK_FMA(fmaf, float)

#define CHECK_SCALE(function, F, N)                                                                 \
  extern "C" F __cairn_model_##function(F, N);                                                      \
  AGREE(function) {                                                                                 \
    const auto n = static_cast<N>(random.once_in(4) ? random.number() : random.below(4000) - 2000); \
    compare<F, F, N>(verdict, __cairn_model_##function, function, draw<F>(random), n);              \
  }
                CHECK_SCALE(ldexp, double, int) CHECK_SCALE(ldexpf, float, int) CHECK_SCALE(scalbn, double, int)
                    CHECK_SCALE(scalbnf, float, int) CHECK_SCALE(scalbln, double, long)
                        CHECK_SCALE(scalblnf, float, long)

#define CHECK_STORED(function, F, Second)            \
  extern "C" F __cairn_model_##function(F, Second*); \
  AGREE(function) { compare_stored<F, Second, F>(random, verdict, __cairn_model_##function, function); }
                            CHECK_STORED(frexp, double, int) CHECK_STORED(frexpf, float, int)
                                CHECK_STORED(modf, double, double) CHECK_STORED(modff, float, float)

#define CHECK_SINCOS(function, F)                        \
  extern "C" void __cairn_model_##function(F, F*, F*);   \
  AGREE(function) {                                      \
    const F x = draw<F>(random);                         \
    F s, c, real_s, real_c;                              \
    __cairn_model_##function(x, &s, &c);                 \
    function(x, &real_s, &real_c);                       \
    verdict.same("sine", bits_of(s), bits_of(real_s));   \
    verdict.same("cosine", bits_of(c), bits_of(real_c)); \
  }
                                    CHECK_SINCOS(sincos, double) CHECK_SINCOS(sincosf, float)

// Of the second result of remquo, glibc computes the last three bits and the sign.
#define CHECK_REMQUO(function, F)                                                \
  extern "C" F __cairn_model_##function(F, F, int*);                             \
  AGREE(function) {                                                              \
    const F x = draw<F>(random), y = draw<F>(random);                            \
    int stored_by_model = 7, stored = 7;                                         \
    const F by_model = __cairn_model_##function(x, y, &stored_by_model);         \
    verdict.same("result", bits_of(by_model), bits_of(function(x, y, &stored))); \
    verdict.same("quotient", stored_by_model, stored);                           \
  }
                                        CHECK_REMQUO(remquo, double) CHECK_REMQUO(remquof, float)
                                            CHECK_STORED(lgamma_r, double, int) CHECK_STORED(lgammaf_r, float, int)

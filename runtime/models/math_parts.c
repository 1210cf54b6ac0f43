/* The mathematical library: what a number is and what it is made of (class, exponent, fraction, neighbours), and the
 * older names of functions that math.c has. */
#include <math.h>

#include "abi/cairn_abi.h"
#include "runtime/models/model.h"

double __cairn_model_frexp(double x, int* exponent) {
  const double fraction = frexp(cairn_plain(x), exponent);
  *exponent = cairn_exponent(*exponent, x);
  return cairn_of_one(CAIRN_OP_FFraction, fraction, x);
}

float __cairn_model_frexpf(float x, int* exponent) {
  const float fraction = frexpf(cairn_plain_float(x), exponent);
  *exponent = cairn_exponent_float(*exponent, x);
  return cairn_of_one_float(CAIRN_OP_FFraction, fraction, x);
}

double __cairn_model_modf(double x, double* whole) {
  const double cut = __builtin_trunc(x);
  *whole = cut;
  return __builtin_copysign(__builtin_isinf(x) ? 0.0 : x - cut, x);
}

float __cairn_model_modff(float x, float* whole) {
  const float cut = __builtin_truncf(x);
  *whole = cut;
  return __builtin_copysignf(__builtin_isinf(x) ? 0.0f : x - cut, x);
}

/* What a number is. The macros of math.h are rules of the pass; older programs call the functions. */
#define CLASS(type, name, test)                     \
  int __cairn_model_##name(type x) { return test; } \
  int __cairn_model___##name(type x) { return test; }
#define CLASSES(type, suffix)                                                                              \
  CLASS(type, isnan##suffix, x != x)                                                                       \
  CLASS(type, isinf##suffix, __builtin_isinf_sign(x))                                                      \
  CLASS(type, finite##suffix, __builtin_isfinite(x))                                                       \
  int __cairn_model___signbit##suffix(type x) { return __builtin_signbit(x) ? __signbit##suffix(-1) : 0; } \
  int __cairn_model___fpclassify##suffix(type x) {                                                         \
    return __builtin_fpclassify(FP_NAN, FP_INFINITE, FP_NORMAL, FP_SUBNORMAL, FP_ZERO, x);                 \
  }
CLASSES(double, )
CLASSES(float, f)

/* The exponent of 1.5 is 0 here and 1 for frexp. Zeros, infinities and NaNs have values of their own, and errno. */
#define EXPONENT(result, function, type, suffix, plain, stored)              \
  result __cairn_model_##function##suffix(type x) {                          \
    int exponent;                                                            \
    if (x == 0 || !__builtin_isfinite(x)) return function##suffix(plain(x)); \
    frexp##suffix(plain(x), &exponent);                                      \
    return (result)stored(exponent, x) - 1;                                  \
  }
EXPONENT(int, ilogb, double, , cairn_plain, cairn_exponent)
EXPONENT(int, ilogb, float, f, cairn_plain_float, cairn_exponent_float)
EXPONENT(long, llogb, double, , cairn_plain, cairn_exponent)
EXPONENT(long, llogb, float, f, cairn_plain_float, cairn_exponent_float)

#define OTHER_NAMES(type, suffix, plain, one, two)                                                       \
  type __cairn_model_drem##suffix(type x, type y) {                                                      \
    return two(CAIRN_OP_FRemainder, drem##suffix(plain(x), plain(y)), x, y);                             \
  }                                                                                                      \
  type __cairn_model_gamma##suffix(type x) { return one(CAIRN_OP_FLgamma, gamma##suffix(plain(x)), x); } \
  type __cairn_model_nextup##suffix(type x) {                                                            \
    return two(CAIRN_OP_FNextafter, nextup##suffix(plain(x)), x, (type)INFINITY);                        \
  }                                                                                                      \
  type __cairn_model_nextdown##suffix(type x) {                                                          \
    return two(CAIRN_OP_FNextafter, nextdown##suffix(plain(x)), x, -(type)INFINITY);                     \
  }                                                                                                      \
  type __cairn_model_significand##suffix(type x) {                                                       \
    int exponent;                                                                                        \
    if (x == 0 || !__builtin_isfinite(x)) return significand##suffix(plain(x));                          \
    return 2 * one(CAIRN_OP_FFraction, frexp##suffix(plain(x), &exponent), x);                           \
  }                                                                                                      \
  /* The second result of these two is not followed. */                                                  \
  type __cairn_model_remquo##suffix(type x, type y, int* quotient) {                                     \
    int stored = *quotient; /* where there is none glibc stores nothing */                               \
    const type rest = two(CAIRN_OP_FRemainder, remquo##suffix(plain(x), plain(y), &stored), x, y);       \
    if (cairn_is_symbolic(&rest, sizeof rest)) cairn_lose(sizeof stored);                                \
    *quotient = stored;                                                                                  \
    return rest;                                                                                         \
  }                                                                                                      \
  type __cairn_model_lgamma##suffix##_r(type x, int* sign) {                                             \
    int stored;                                                                                          \
    const type value = one(CAIRN_OP_FLgamma, lgamma##suffix##_r(plain(x), &stored), x);                  \
    if (cairn_is_symbolic(&value, sizeof value)) cairn_lose(sizeof stored);                              \
    *sign = stored;                                                                                      \
    return value;                                                                                        \
  }
OTHER_NAMES(double, , cairn_plain, cairn_of_one, cairn_of_two)
OTHER_NAMES(float, f, cairn_plain_float, cairn_of_one_float, cairn_of_two_float)

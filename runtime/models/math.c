/* The mathematical library. The real function computes the result, the runtime puts the operation's node behind it:
 * what cannot be written as arithmetic is an operation of its own (CAIRN_LIBM), evaluated by the same library in the
 * engine. The real functions get values without labels: nothing is lost there. */
#include <math.h>

#include "abi/cairn_abi.h"
#include "runtime/models/model.h"

#define MODEL_un(name, function)                                                                                   \
  double __cairn_model_##function(double x) { return cairn_of_one(CAIRN_OP_##name, function(cairn_plain(x)), x); } \
  float __cairn_model_##function##f(float x) {                                                                     \
    return cairn_of_one_float(CAIRN_OP_##name, function##f(cairn_plain_float(x)), x);                              \
  }
#define MODEL_bin(name, function)                                                                              \
  double __cairn_model_##function(double x, double y) {                                                        \
    return cairn_of_two(CAIRN_OP_##name, function(cairn_plain(x), cairn_plain(y)), x, y);                      \
  }                                                                                                            \
  float __cairn_model_##function##f(float x, float y) {                                                        \
    return cairn_of_two_float(CAIRN_OP_##name, function##f(cairn_plain_float(x), cairn_plain_float(y)), x, y); \
  }
#define MODEL(name, arity, cls, function) MODEL_##cls(name, function)
CAIRN_LIBM(MODEL)
MODEL_un(FSqrt, sqrt) MODEL_bin(FRem, fmod)
/* The pass has rules for these; they come as calls only where the compiler was told that it does not know them. */
#define KNOWN_UNARY(function)                                                   \
  double __cairn_model_##function(double x) { return __builtin_##function(x); } \
  float __cairn_model_##function##f(float x) { return __builtin_##function##f(x); }
    KNOWN_UNARY(fabs) KNOWN_UNARY(floor) KNOWN_UNARY(ceil) KNOWN_UNARY(trunc) KNOWN_UNARY(round) KNOWN_UNARY(roundeven)
        KNOWN_UNARY(rint) KNOWN_UNARY(nearbyint)

#define KNOWN_BINARY(function)                                                               \
  double __cairn_model_##function(double x, double y) { return __builtin_##function(x, y); } \
  float __cairn_model_##function##f(float x, float y) { return __builtin_##function##f(x, y); }
            KNOWN_BINARY(copysign)

                double __cairn_model_fma(double x, double y, double z) {
  return __builtin_fma(x, y, z);
}
float __cairn_model_fmaf(float x, float y, float z) { return __builtin_fmaf(x, y, z); }

/* Beyond the range of the result all of these give the least integer, as the conversion of the processor does. */
#define TO_INTEGER(type, function, rounding)                                        \
  type __cairn_model_##function(double x) { return (type)__builtin_##rounding(x); } \
  type __cairn_model_##function##f(float x) { return (type)__builtin_##rounding##f(x); }
TO_INTEGER(long, lrint, rint)
TO_INTEGER(long long, llrint, rint)
TO_INTEGER(long, lround, round)
TO_INTEGER(long long, llround, round)

/* The exponent is exact in the format, or so large that the result is 0 or infinite either way. */
#define SCALE(type, function)                                                                                      \
  double __cairn_model_##function(double x, type n) {                                                              \
    return cairn_of_two(CAIRN_OP_FScale, function(cairn_plain(x), (type)cairn_plain_integer(n)), x, (double)n);    \
  }                                                                                                                \
  float __cairn_model_##function##f(float x, type n) {                                                             \
    return cairn_of_two_float(CAIRN_OP_FScale, function##f(cairn_plain_float(x), (type)cairn_plain_integer(n)), x, \
                              (float)n);                                                                           \
  }
SCALE(int, ldexp)
SCALE(int, scalbn)
SCALE(long, scalbln)

void __cairn_model_sincos(double x, double* s, double* c) {
  double sine, cosine;
  sincos(cairn_plain(x), &sine, &cosine);
  *s = cairn_of_one(CAIRN_OP_FSin, sine, x);
  *c = cairn_of_one(CAIRN_OP_FCos, cosine, x);
}

void __cairn_model_sincosf(float x, float* s, float* c) {
  float sine, cosine;
  sincosf(cairn_plain_float(x), &sine, &cosine);
  *s = cairn_of_one_float(CAIRN_OP_FSin, sine, x);
  *c = cairn_of_one_float(CAIRN_OP_FCos, cosine, x);
}

/* Of two equal numbers, which differ when they are zeros, the library returns the second; the instruction that the
 * compiler writes for fmin where it knows it, the first. */
#define LEAST(function, relation, name)                                                                          \
  double __cairn_model_##function(double x, double y) {                                                          \
    if (x != x || y != y) return cairn_of_two(CAIRN_OP_##name, function(cairn_plain(x), cairn_plain(y)), x, y);  \
    return x relation y ? x : y;                                                                                 \
  }                                                                                                              \
  float __cairn_model_##function##f(float x, float y) {                                                          \
    if (x != x || y != y)                                                                                        \
      return cairn_of_two_float(CAIRN_OP_##name, function##f(cairn_plain_float(x), cairn_plain_float(y)), x, y); \
    return x relation y ? x : y;                                                                                 \
  }
LEAST(fmin, <, FMin)
LEAST(fmax, >, FMax)

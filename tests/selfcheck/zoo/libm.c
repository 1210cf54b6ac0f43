// Functions of the mathematical library that are intrinsics where errno does not matter. Operands are small integers, as
// in floats.c.
//
// flags: -fno-math-errno
#include "zoo.h"

#define DOUBLE(at) ((double)S8(at) * 0.25)
#define FLOAT(at) ((float)S8(at) * 0.25f)

// rules: sin cos tan asin acos atan sinh cosh tanh
SECTION(circles) {
  PICK {
    WHEN(1, __builtin_elementwise_sin(DOUBLE(0)) > 0.99 && DOUBLE(0) < -4.0)
    WHEN(2, __builtin_elementwise_cos(FLOAT(0)) > 0.99f && FLOAT(0) > 6.0f)
    WHEN(3, __builtin_elementwise_tan(DOUBLE(0)) > 3.0 && DOUBLE(0) > 2.0)
    WHEN(4, __builtin_elementwise_asin(DOUBLE(0)) > 0.84 && DOUBLE(0) < 1.0)
    WHEN(5, __builtin_elementwise_acos(FLOAT(0)) > 2.4f && FLOAT(0) > -1.0f)
    WHEN(6, __builtin_elementwise_atan(DOUBLE(0)) < -1.5 && DOUBLE(0) > -20.0)
    WHEN(7, __builtin_elementwise_sinh(DOUBLE(0)) > 10.0 && DOUBLE(0) < 3.25)
    WHEN(8, __builtin_elementwise_cosh(FLOAT(0)) > 10.0f && FLOAT(0) > -3.25f && FLOAT(0) < 0.0f)
    WHEN(9, __builtin_elementwise_tanh(DOUBLE(0)) > 0.9 && DOUBLE(0) < 1.75)
  }
}

// rules: exp exp2 log log2 log10 pow
SECTION(growth) {
  PICK {
    WHEN(20, __builtin_elementwise_exp(DOUBLE(0)) > 100.0 && DOUBLE(0) < 5.0)
    WHEN(21, __builtin_elementwise_exp2(FLOAT(0)) == 32.0f)
    WHEN(22, __builtin_elementwise_log(DOUBLE(0)) > 3.0 && DOUBLE(0) < 20.5)
    WHEN(23, __builtin_elementwise_log2(DOUBLE(0)) == 4.0)
    WHEN(24, __builtin_elementwise_log10(FLOAT(0)) == 1.0f)
    WHEN(25, __builtin_elementwise_pow(DOUBLE(0), DOUBLE(1)) == 9.0 && DOUBLE(1) == 2.0 && DOUBLE(0) < 0.0)
  }
}

#define SECTIONS(X) X(circles) X(growth)
ZOO(SECTIONS)

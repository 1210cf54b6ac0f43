// Floating point. Most operands are small integers, so that a condition over one or two input bytes can be decided by
// trying them all; the others are ones that a solver for floats inverts at once. fmod is an instruction only where it
// need not set errno.
//
// flags: -fno-math-errno
#include "zoo.h"

#define FLOAT(at) ((float)S8(at) * 0.25f)
#define DOUBLE(at) ((double)S8(at) * 0.25)

static volatile float hidden_float = 1.75f;
static volatile double hidden_double = -2.5;

static uint32_t bits(float x) {
  uint32_t b;
  memcpy(&b, &x, sizeof b);
  return b;
}

// rules: fadd
SECTION(fadd) {
  PICK {
    WHEN(1, FLOAT(0) + FLOAT(1) == 12.25f && FLOAT(0) > 10)
    WHEN(2, DOUBLE(0) + hidden_double == 7.75)
    WHEN(3, F32(0) + 1.5f == 3.25f)
    WHEN(4, F64(0) + F64(8) == 1e100 && F64(0) == 5e99)
  }
}

// rules: fsub
SECTION(fsub) {
  PICK {
    WHEN(10, FLOAT(0) - FLOAT(1) == 12.25f && FLOAT(0) == -5)
    WHEN(11, hidden_double - DOUBLE(0) == 7.75)
    WHEN(12, F32(0) - 1.5f == 3.25f)
  }
}

// rules: fmul
SECTION(fmul) {
  PICK {
    WHEN(20, FLOAT(0) * FLOAT(1) == 12.5f && FLOAT(0) == -5)
    WHEN(21, hidden_float * DOUBLE(0) == 17.5)
  }
}

// rules: fdiv
SECTION(fdiv) {
  PICK {
    WHEN(30, FLOAT(0) / FLOAT(1) == 2.5f && FLOAT(0) == -5)
    WHEN(31, hidden_float / FLOAT(0) == 7.0f)
    WHEN(32, DOUBLE(0) / 8 == -1.21875)
  }
}

// rules: frem
SECTION(frem) {
  PICK {
    WHEN(40, __builtin_fmodf(FLOAT(0), 3.0f) == -1.25f && FLOAT(0) < -10)
    WHEN(41, __builtin_fmod(20.5, DOUBLE(0)) == 2.5 && DOUBLE(0) < -3)
  }
}

// rules: fneg
SECTION(fneg) {
  PICK {
    WHEN(50, -FLOAT(0) == 12.25f)
    WHEN(51, bits(-F32(0)) == 0x7fc12345)
    WHEN(52, -DOUBLE(0) == 3.5)
  }
}

NOINLINE static double wider(float x) { return x; }
NOINLINE static float narrower(double x) { return (float)x; }

// rules: fpext
SECTION(fpext) {
  PICK { WHEN(60, wider(FLOAT(0)) == 12.25) WHEN(61, wider(FLOAT(0)) * 0.1 > 1.1 && U8(0) != 77) }
}

// rules: fptrunc
SECTION(fptrunc) {
  PICK { WHEN(70, narrower(DOUBLE(0)) == 12.25f) WHEN(71, narrower(DOUBLE(0) * 0.1) == -1.1f) }
}

// rules: fptosi
SECTION(fptosi) {
  PICK {
    WHEN(80, (int32_t)FLOAT(0) == -12 && FLOAT(0) != -12)
    WHEN(81, (int64_t)(DOUBLE(0) * 1e10) == -72500000000)
    WHEN(82, (int8_t)FLOAT(0) == -3)
    WHEN(83, (int16_t)DOUBLE(0) == -30)
  }
}

// rules: fptoui
SECTION(fptoui) {
  PICK {
    WHEN(90, (uint32_t)((float)U8(0) * 16777216.0f) == 0xc1000000)
    WHEN(91, (uint64_t)((double)U8(0) * 72057594037927936.0) == 0xc100000000000000)
    WHEN(92, (uint8_t)((float)U8(0) * 0.5f) == 77)
  }
}

// rules: sitofp
SECTION(sitofp) {
  PICK {
    WHEN(100, (float)S8(0) == -77.0f)
    WHEN(101, (double)S16(0) == -7777.0)
    WHEN(102, (float)((int64_t)S8(0) << 40) == -77.0f * 1099511627776.0f)
  }
}

// rules: uitofp
SECTION(uitofp) {
  PICK {
    WHEN(110, (float)U8(0) == 200.0f)
    WHEN(111, (double)((uint32_t)U8(0) << 24) == 200.0 * 16777216.0)
    WHEN(112, (float)((uint64_t)U8(0) << 56) == 200.0f * 72057594037927936.0f)
  }
}

// rules: fcmp
SECTION(fcmp) {
  PICK {
    WHEN(120, F32(0) == 3.14159f)
    WHEN(121, F64(0) > 1e300 && F64(0) < 2e300)
    WHEN(122, F32(0) != F32(0))
    WHEN(123, !(F32(0) < 1.0f) && !(F32(0) >= 1.0f))
    WHEN(124, F64(0) <= -5.0 && F64(0) >= -5.0)
    WHEN(125, __builtin_isunordered(F32(0), F32(4)) && F32(4) == 2.0f)
    WHEN(126, __builtin_islessgreater(F32(0), F32(4)) && F32(4) == 2.0f && F32(0) > 2.0f)
    WHEN(127, FLOAT(0) < hidden_float && FLOAT(0) > hidden_float - 0.5f)
  }
}

// rules: fabs
SECTION(fabs) {
  PICK {
    WHEN(130, __builtin_fabsf(FLOAT(0)) == 12.25f && FLOAT(0) < 0)
    WHEN(131, bits(__builtin_fabsf(F32(0))) == 0x7fc12345) WHEN(132, __builtin_fabs(DOUBLE(0)) == 3.5 && DOUBLE(0) > 0)
  }
}

// rules: sqrt
SECTION(sqrt) {
  PICK {
    WHEN(140, __builtin_elementwise_sqrt((float)U8(0)) == 12.0f)
    WHEN(141, __builtin_elementwise_sqrt((double)U8(0)) == 15.0)
  }
}

// rules: floor
SECTION(floor) {
  PICK {
    WHEN(150, __builtin_floorf(FLOAT(0)) == -13.0f && FLOAT(0) > -12.5f)
    WHEN(151, __builtin_floor(DOUBLE(0)) == 9.0 && U8(0) != 36)
  }
}

// rules: ceil
SECTION(ceil) {
  PICK {
    WHEN(160, __builtin_ceilf(FLOAT(0)) == -12.0f && FLOAT(0) < -12.5f)
    WHEN(161, __builtin_ceil(DOUBLE(0)) == 9.0 && U8(0) != 36)
  }
}

// rules: ftrunc
SECTION(ftrunc) {
  PICK {
    WHEN(170, __builtin_truncf(FLOAT(0)) == -12.0f && FLOAT(0) < -12.5f)
    WHEN(171, __builtin_trunc(DOUBLE(0)) == 9.0 && U8(0) != 36)
  }
}

// rules: round
SECTION(round) {
  PICK {
    WHEN(180, __builtin_roundf(FLOAT(0)) == -13.0f && FLOAT(0) == -12.5f)
    WHEN(181, __builtin_round(DOUBLE(0)) == 9.0 && U8(0) == 34)
  }
}

// rules: roundeven
SECTION(roundeven) {
  PICK {
    WHEN(190, __builtin_roundevenf(FLOAT(0)) == -12.0f && U8(0) == (uint8_t)-50)
    WHEN(191, __builtin_roundeven(DOUBLE(0)) == 10.0 && U8(0) < 40)
  }
}

// rules: rint
SECTION(rint) {
  PICK {
    WHEN(195, __builtin_rintf(FLOAT(0)) == -12.0f && U8(0) == (uint8_t)-50)
    WHEN(196, __builtin_rint(DOUBLE(0)) == 10.0 && U8(0) < 40)
  }
}

// rules: nearbyint
SECTION(nearbyint) {
  PICK {
    WHEN(200, __builtin_nearbyintf(FLOAT(0)) == -12.0f && U8(0) == (uint8_t)-50)
    WHEN(201, __builtin_nearbyint(DOUBLE(0)) == 10.0 && U8(0) < 40)
  }
}

// rules: minnum
SECTION(minnum) {
  PICK {
    WHEN(205, __builtin_fminf(FLOAT(0), FLOAT(1)) == -12.25f && FLOAT(1) == 3)
    WHEN(206, __builtin_fmin(2.0, DOUBLE(0)) == 1.75)
    WHEN(207, __builtin_fminf(F32(0), FLOAT(4)) == 5.0f && F32(0) != F32(0))
  }
}

// rules: maxnum
SECTION(maxnum) {
  PICK {
    WHEN(210, __builtin_fmaxf(FLOAT(0), FLOAT(1)) == -12.25f && FLOAT(1) == -30)
    WHEN(211, __builtin_fmax(-2.0, DOUBLE(0)) == 1.75)
    WHEN(212, __builtin_fmaxf(FLOAT(4), F32(0)) == 5.0f && F32(0) != F32(0))
  }
}

// rules: copysign
SECTION(copysign) {
  PICK {
    WHEN(215, __builtin_copysignf(FLOAT(0), FLOAT(1)) == -12.25f && FLOAT(0) > 0)
    WHEN(216, __builtin_copysign(3.0, DOUBLE(0)) == -3.0)
  }
}

// rules: fma
SECTION(fma) {
  PICK {
    WHEN(220, __builtin_fmaf(FLOAT(0), FLOAT(1), 1.5f) == 14.0f && FLOAT(0) == -5)
    WHEN(221, __builtin_fma(DOUBLE(0), 0.1, -0.1 * 5) != 0 && U8(0) == 20)
  }
}

NOINLINE static float product_and_sum(float x, float y, float z) { return x * y + z; }

// rules: fmuladd
SECTION(fmuladd) {
  PICK { WHEN(225, product_and_sum(FLOAT(0), FLOAT(1), hidden_float) == 14.25f && FLOAT(0) == -5) }
}

// rules: is.fpclass
SECTION(is_fpclass) {
  PICK {
    WHEN(230, __builtin_isfpclass(F32(0), 0x0001))
    WHEN(231, __builtin_isfpclass(F32(0), 0x0002) && U8(0) == 7)
    WHEN(232, __builtin_isfpclass(F32(0), 0x0204))
    WHEN(233, __builtin_isfpclass(F64(0), 0x0108) && U8(0) == 9)
    WHEN(234, __builtin_isfpclass(F64(0), 0x0090) && U8(0) == 5)
    WHEN(235, __builtin_isfpclass(F32(0), 0x0020))
    WHEN(236, __builtin_isfpclass(F64(0), 0x0040) && U8(8) == 3)
    WHEN(237, __builtin_isnormal(F32(0)) && U8(0) == 1)
  }
}

/* clang-format off */
#define SECTIONS(X) \
  X(fadd) X(fsub) X(fmul) X(fdiv) X(frem) X(fneg) X(fpext) X(fptrunc) X(fptosi) X(fptoui) X(sitofp) X(uitofp) \
  X(fcmp) X(fabs) X(sqrt) X(floor) X(ceil) X(ftrunc) X(round) X(roundeven) X(rint) X(nearbyint) X(minnum) X(maxnum) \
  X(copysign) X(fma) X(fmuladd) X(is_fpclass)
/* clang-format on */
ZOO(SECTIONS)

// Intrinsics on integers.
#define SATURATED(kind, a, b) __builtin_elementwise_##kind##_sat(a, b)
#include "zoo.h"

static volatile uint32_t hidden = 0x80000001;

// rules: bswap
SECTION(bswap) {
  PICK {
    WHEN(1, __builtin_bswap16((uint16_t)(U16(0) + U16(2))) == 0x1234 && U16(0) == 3)
    WHEN(2, __builtin_bswap32(U32(0) + U32(4)) == 0x12345678 && U32(0) == 3)
    WHEN(3, __builtin_bswap64(U64(0) + U64(8)) == 0x123456789abcdef0 && U64(0) == 3)
  }
}

// rules: bitreverse
SECTION(bitreverse) {
  PICK {
    WHEN(10, __builtin_bitreverse8((uint8_t)(U8(0) + U8(1))) == 0x12 && U8(0) == 3)
    WHEN(11, __builtin_bitreverse16((uint16_t)(U16(0) + 5)) == 0x1234)
    WHEN(12, __builtin_bitreverse32(U32(0) + U32(4)) == 0x12345678 && U32(0) == 3)
    WHEN(13, __builtin_bitreverse64(U64(0) + 5) == 0x123456789abcdef0)
  }
}

// rules: ctpop
SECTION(ctpop) {
  PICK {
    WHEN(20, __builtin_popcount(U8(0)) == 7 && U8(0) < 200)
    WHEN(21, __builtin_popcount(U32(0)) == 31 && (int32_t)U32(0) > 0)
    WHEN(22, __builtin_popcountll(U64(0)) == 3 && U64(0) > 0xc000000000000000)
  }
}

// rules: ctlz
SECTION(ctlz) {
  PICK {
    WHEN(30, __builtin_clzs(U16(0) | 1) == 9 && U16(0) > 100)
    WHEN(31, __builtin_clz(U32(0) | 1) == 13)
    WHEN(32, __builtin_clzll(U64(0) | 1) == 40)
  }
}

// rules: cttz
SECTION(cttz) {
  PICK {
    WHEN(40, __builtin_ctzs(U16(0) | 0x8000) == 9)
    WHEN(41, __builtin_ctz(U32(0) | 0x80000000) == 23)
    WHEN(42, __builtin_ctzll(U64(0) | 0x8000000000000000) == 50)
  }
}

// rules: fshl
SECTION(fshl) {
  PICK {
    WHEN(50, __builtin_rotateleft8(U8(0), U8(1)) == 0x12 && (U8(1) & 7) == 3)
    WHEN(51, __builtin_rotateleft16(U16(0), 5) == 0x1234)
    WHEN(52, __builtin_rotateleft32(U32(0), U32(4)) == 0x12345678 && (U32(4) & 31) == 9)
    WHEN(53, __builtin_rotateleft32(hidden, U8(0)) == 0x00000c00)
    WHEN(54, __builtin_rotateleft64(U64(0), 13) == 0x123456789abcdef0)
  }
}

// rules: fshr
SECTION(fshr) {
  PICK {
    WHEN(60, __builtin_rotateright8(U8(0), U8(1)) == 0x12 && (U8(1) & 7) == 3)
    WHEN(61, __builtin_rotateright16(U16(0), U16(2)) == 0x1234 && (U16(2) & 15) == 5)
    WHEN(62, __builtin_rotateright32(U32(0), U32(4)) == 0x12345678 && (U32(4) & 31) == 9)
    WHEN(63, __builtin_rotateright64(U64(0), U64(8)) == 0x123456789abcdef0 && (U64(8) & 63) == 13)
  }
}

// rules: uadd.sat
SECTION(uadd_sat) {
  PICK {
    WHEN(71, SATURATED(add, U32(0), U32(4)) == 0xffffffff && U32(0) == 0xf0000000 && U32(4) == 0x20000000)
    WHEN(72, SATURATED(add, U64(0), 5ull) == 0x1122334455667788)
  }
}

// rules: sadd.sat
SECTION(sadd_sat) {
  PICK {
    WHEN(81, SATURATED(add, S32(0), S32(4)) == 0x7fffffff && S32(0) == 0x7ffffff0 && S32(4) == 0x20)
    WHEN(82, SATURATED(add, S16(0), (int16_t)5) == -300)
  }
}

// rules: usub.sat
SECTION(usub_sat) {
  PICK {
    WHEN(91, SATURATED(sub, U32(0), U32(4)) == 0 && U32(0) == 5 && U32(4) == 0x20000000)
    WHEN(92, SATURATED(sub, 5ull, U64(0)) == 2)
  }
}

// rules: ssub.sat
SECTION(ssub_sat) {
  PICK {
    WHEN(101, SATURATED(sub, S32(0), S32(4)) == 0x7fffffff && S32(0) == 0x7ffffff0 && S32(4) == -0x20)
    WHEN(102, SATURATED(sub, (int16_t)5, S16(0)) == -300)
  }
}

// rules: smin
SECTION(smin) {
  PICK {
    WHEN(110, __builtin_elementwise_min(S8(0), S8(1)) == -77 && S8(1) == 5)
    WHEN(111, __builtin_elementwise_min(S32(0), S32(4)) == -77777 && S32(0) == 5)
    WHEN(112, __builtin_elementwise_min(S64(0), 5ll) == -77777777777)
    WHEN(113, __builtin_elementwise_min(-5, S32(0)) == -77)
  }
}

// rules: smax
SECTION(smax) {
  PICK {
    WHEN(120, __builtin_elementwise_max(S8(0), S8(1)) == -77 && S8(1) == -100)
    WHEN(121, __builtin_elementwise_max(S32(0), S32(4)) == -77777 && S32(0) == -100000)
    WHEN(122, __builtin_elementwise_max(S64(0), -5ll) == 77777777777)
    WHEN(123, __builtin_elementwise_max(-5, S32(0)) == -2)
  }
}

// rules: umin
SECTION(umin) {
  PICK {
    WHEN(130, __builtin_elementwise_min(U8(0), U8(1)) == 177 && U8(1) == 200)
    WHEN(131, __builtin_elementwise_min(U32(0), U32(4)) == 0x12345678 && U32(0) == 0xf0000000)
    WHEN(132, __builtin_elementwise_min(0xf000000000000000ull, U64(0)) == 77)
  }
}

// rules: umax
SECTION(umax) {
  PICK {
    WHEN(140, __builtin_elementwise_max(U8(0), U8(1)) == 177 && U8(1) == 100)
    WHEN(141, __builtin_elementwise_max(U32(0), U32(4)) == 0xf2345678 && U32(0) == 0x70000000)
    WHEN(142, __builtin_elementwise_max(5ull, U64(0)) == 0xf7)
  }
}

// rules: abs
SECTION(abs) {
  PICK {
    WHEN(150, __builtin_elementwise_abs(S8(0)) == 77 && S8(0) < 0)
    WHEN(151, __builtin_elementwise_abs(S32(0)) == 77777777 && S32(0) < 0)
    WHEN(152, __builtin_elementwise_abs(S64(0)) == 0x1122334455667788 && S64(0) < 5)
    WHEN(153, __builtin_elementwise_abs(S16(0)) == 300 && S16(0) > 0)
  }
}

// rules: uadd.overflow extractvalue
SECTION(uadd_overflow) {
  uint8_t r8;
  uint32_t r32;
  uint64_t r64;
  PICK {
    WHEN(160, __builtin_add_overflow(U8(0), U8(1), &r8) && r8 == 0x12)
    WHEN(161, __builtin_add_overflow(U32(0), U32(4), &r32) && r32 == 0x12345678)
    WHEN(162, !__builtin_add_overflow(U32(0), hidden, &r32) && r32 == 0x92345678)
    WHEN(163, __builtin_add_overflow(U64(0), U64(8), &r64) && r64 == 0x12345678)
  }
}

// rules: sadd.overflow
SECTION(sadd_overflow) {
  int8_t r8;
  int32_t r32;
  int64_t r64;
  PICK {
    WHEN(170, __builtin_add_overflow(S8(0), S8(1), &r8) && r8 == 0x12)
    WHEN(171, __builtin_add_overflow(S32(0), S32(4), &r32) && r32 == -2000000000)
    WHEN(172, !__builtin_add_overflow(S32(0), (int32_t)hidden, &r32) && r32 == -5)
    WHEN(173, __builtin_add_overflow(S64(0), S64(8), &r64) && r64 == 0x12345678)
  }
}

// rules: usub.overflow
SECTION(usub_overflow) {
  uint8_t r8;
  uint32_t r32;
  PICK {
    WHEN(180, __builtin_sub_overflow(U8(0), U8(1), &r8) && r8 == 0x12)
    WHEN(181, __builtin_sub_overflow(U32(0), U32(4), &r32) && r32 == 0x12345678)
    WHEN(182, !__builtin_sub_overflow(hidden, U32(0), &r32) && r32 == 0x12345678)
  }
}

// rules: ssub.overflow
SECTION(ssub_overflow) {
  int8_t r8;
  int32_t r32;
  PICK {
    WHEN(190, __builtin_sub_overflow(S8(0), S8(1), &r8) && r8 == 0x12)
    WHEN(191, __builtin_sub_overflow(S32(0), S32(4), &r32) && r32 == -2000000000)
    WHEN(192, !__builtin_sub_overflow((int32_t)hidden, S32(0), &r32) && r32 == -5)
  }
}

// rules: umul.overflow
SECTION(umul_overflow) {
  uint8_t r8;
  uint32_t r32;
  PICK {
    WHEN(200, __builtin_mul_overflow(U8(0), U8(1), &r8) && r8 == 0x12 && U8(0) == 15)
    WHEN(201, __builtin_mul_overflow(U32(0), 17u, &r32) && r32 == 0x12345678)
    WHEN(202, !__builtin_mul_overflow(17u, U32(0), &r32) && r32 == 17 * 0x0e234567u)
  }
}

// rules: smul.overflow
SECTION(smul_overflow) {
  int8_t r8;
  int32_t r32;
  PICK {
    WHEN(210, __builtin_mul_overflow(S8(0), S8(1), &r8) && r8 == 0x12 && S8(0) == 15)
    WHEN(211, __builtin_mul_overflow(S32(0), -17, &r32) && r32 == -2000000000)
    WHEN(212, !__builtin_mul_overflow(17, S32(0), &r32) && r32 == -17 * 0x01234567)
  }
}

/* clang-format off */
#define SECTIONS(X) \
  X(bswap) X(bitreverse) X(ctpop) X(ctlz) X(cttz) X(fshl) X(fshr) X(uadd_sat) X(sadd_sat) X(usub_sat) X(ssub_sat) \
  X(smin) X(smax) X(umin) X(umax) X(abs) X(uadd_overflow) X(sadd_overflow) X(usub_overflow) X(ssub_overflow) \
  X(umul_overflow) X(smul_overflow)
/* clang-format on */
ZOO(SECTIONS)

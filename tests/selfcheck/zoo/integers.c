// Integer arithmetic at every width, with either operand concrete.
#include "zoo.h"

// A constant the optimiser cannot see.
static volatile uint32_t hidden_seven = 7, hidden_large = 0xfedcba98;
static volatile int32_t hidden_negative = -1000003;

// rules: add
SECTION(add) {
  PICK {
    WHEN(1, (uint8_t)(U8(0) + U8(1)) == 0x85 && U8(0) > 0xf0)
    WHEN(2, (uint16_t)(U16(0) + U16(2)) == 0x1234 && U16(0) > 0xfff0)
    WHEN(3, U32(0) + U32(4) == 0x01020304 && U32(0) == 0xfffffff0)
    WHEN(4, U64(0) + U64(8) == 0x0102030405060708 && U64(8) == 0xffffffffffffff00)
    WHEN(5, U128(0) + U128(16) == WIDE(1, 2) && U128(0) == WIDE(0, 0xffffffffffffff00))
    WHEN(6, U32(0) + hidden_large == 77)
    WHEN(7, hidden_large + U32(0) == 78)
    WHEN(8, (u24)((u24)U32(0) + (u24)U32(4)) == 0x123456 && (u24)U32(0) == 0xffff00)
  }
}

// rules: sub
SECTION(sub) {
  PICK {
    WHEN(10, (uint8_t)(U8(0) - U8(1)) == 0x85 && U8(0) < 0x10)
    WHEN(11, (uint16_t)(U16(0) - U16(2)) == 0x1234 && U16(0) == 3)
    WHEN(12, U32(0) - U32(4) == 0x01020304 && U32(4) == 0xfffffff0)
    WHEN(13, U64(0) - U64(8) == 0x0102030405060708 && U64(0) == 5)
    WHEN(14, U128(0) - U128(16) == WIDE(1, 2) && U128(0) == WIDE(3, 1))
    WHEN(15, U32(0) - hidden_large == 77)
    WHEN(16, hidden_large - U32(0) == 78)
    WHEN(17, (u24)((u24)U32(0) - (u24)U32(4)) == 0x123456 && (u24)U32(0) == 5)
  }
}

// rules: mul
SECTION(mul) {
  PICK {
    WHEN(20, (uint8_t)(U8(0) * U8(1)) == 0x91 && U8(0) == 0x55)
    WHEN(21, (uint16_t)(U16(0) * U16(2)) == 0x1235 && U16(0) == 0x4567)
    WHEN(22, U32(0) * U32(4) == 1000003 && U32(0) == 17)
    WHEN(23, U64(0) * hidden_seven == 0x0102030405060708)
    WHEN(24, hidden_seven * U32(0) == 0x01020305)
    WHEN(25, (u128)U64(0) * hidden_seven == WIDE(3, 0xf000000000000007))
  }
}

// rules: udiv
SECTION(udiv) {
  PICK {
    WHEN(30, (uint8_t)(U8(0) / (uint8_t)(U8(1) | 1)) == 9 && U8(1) == 20)
    WHEN(31, U16(0) / (uint16_t)hidden_seven == 9000)
    WHEN(32, U32(0) / hidden_seven == 0x20000003)
    WHEN(33, hidden_large / (U32(0) | 1) == 0xfedcba98 / 1001)
    WHEN(34, U64(0) / hidden_seven == 0x2000000000000003)
    WHEN(35, U128(0) / hidden_seven == WIDE(5, 9))
  }
}

// rules: sdiv
SECTION(sdiv) {
  PICK {
    WHEN(40, (int8_t)(S8(0) / (int8_t)(S8(1) | 1)) == -9 && S8(1) == 10)
    WHEN(41, S16(0) / (int16_t)hidden_seven == -4000)
    WHEN(42, S32(0) / (int32_t)hidden_seven == -77)
    WHEN(43, hidden_negative / (S32(0) | 1) == -1000003 / 1001)
    WHEN(44, S64(0) / hidden_negative == 123456789)
  }
}

// rules: urem
SECTION(urem) {
  PICK {
    WHEN(50, (uint8_t)(U8(0) % (uint8_t)(U8(1) | 1)) == 19 && U8(0) == 200)
    WHEN(51, U16(0) % (uint16_t)hidden_seven == 6 && U16(0) > 65530)
    WHEN(52, U32(0) % hidden_large == 5 && U32(0) > 5)
    WHEN(53, hidden_large % (U32(0) | 1) == 0xfedcba98 % 1001 && U32(0) < 1100 && U32(0) > 900)
    WHEN(54, U64(0) % hidden_seven == 3 && U64(0) > 0xfffffffffffffff0)
  }
}

// rules: srem
SECTION(srem) {
  PICK {
    WHEN(60, (int8_t)(S8(0) % (int8_t)(S8(1) | 1)) == -19 && S8(0) == -100)
    WHEN(61, S16(0) % (int16_t)hidden_seven == -6 && S16(0) < -32000)
    WHEN(62, S32(0) % (int32_t)hidden_seven == -5 && S32(0) < -2000000000)
    WHEN(63, S64(0) % hidden_negative == -12345 && S64(0) < -1000003)
  }
}

// rules: and or xor
SECTION(logic) {
  PICK {
    WHEN(70, (U8(0) & U8(1)) == 0x11 && (U8(0) | U8(1)) == 0x5d && (U8(0) ^ U8(1)) == 0x4c && U8(0) > U8(1))
    WHEN(71, (U32(0) & U32(4)) == 0x10203040 && U32(0) == 0x1f2f3f4f)
    WHEN(72, (U32(0) | U32(4)) == 0xf0f0f0f1 && U32(0) == 0xf0000001 && (uint8_t)U32(4) == 0xf1)
    WHEN(73, (U32(0) ^ U32(4)) == 0x12345678 && U32(0) == 0xffff0000)
    WHEN(74, (U32(0) & hidden_large) == 0x10101010)
    WHEN(75, (hidden_large | U32(0)) == 0xffffffff && U32(0) == 0x0123ff67)
    WHEN(76, (hidden_large ^ U64(0)) == 0xffffffff00000000)
    WHEN(77, (U128(0) & U128(16)) == WIDE(0x1100, 0x22) && U128(0) == WIDE(0x11ff, 0xff))
    WHEN(78, (U128(0) ^ WIDE(1, 2)) == WIDE(0x100000000, 7))
  }
}

// rules: or
SECTION(logic_or) {
  PICK { WHEN(79, (uint8_t)(U8(0) | U8(1)) == 0xff && U8(0) == 0xf1 && U8(1) == 0x1f) }
}

// rules: shl
SECTION(shl) {
  PICK {
    WHEN(80, (uint8_t)(U8(0) << (U8(1) & 7)) == 0xa0 && (U8(1) & 7) == 4)
    WHEN(81, U32(0) << (U8(4) & 31) == 0xbeef0000 && U8(4) == 16)
    WHEN(82, U64(0) << (U8(8) & 63) == 0x1234500000000000 && U8(8) > 40)
    WHEN(83, hidden_seven << (U8(0) & 31) == 0x38000000)
    WHEN(84, U128(0) << (U8(16) & 127) == WIDE(0x7000000000000000, 0) && U8(16) == 100)
    WHEN(85, U32(0) << hidden_seven == 0x12345680 && U32(0) > 0xfe000000)
  }
}

// rules: lshr
SECTION(lshr) {
  PICK {
    WHEN(90, (uint8_t)(U8(0) >> (U8(1) & 7)) == 0x0b && U8(1) == 4)
    WHEN(91, U32(0) >> (U8(4) & 31) == 0xbeef && U8(4) == 16)
    WHEN(92, U64(0) >> (U8(8) & 63) == 0x8765 && U8(8) == 48)
    WHEN(93, hidden_large >> (U8(0) & 31) == 0xfed)
    WHEN(94, U128(0) >> (U8(16) & 127) == 0x8000001 && U8(16) == 100)
    WHEN(95, U32(0) >> hidden_seven == 0x1fedcba)
  }
}

// rules: ashr
SECTION(ashr) {
  PICK {
    WHEN(100, (int8_t)(S8(0) >> (U8(1) & 7)) == -5 && U8(1) == 4)
    WHEN(101, S32(0) >> (U8(4) & 31) == -1000 && U8(4) == 16)
    WHEN(102, S64(0) >> (U8(8) & 63) == -30000 && U8(8) == 48)
    WHEN(103, hidden_negative >> (U8(0) & 31) == -16)
    WHEN(104, S128(0) >> (U8(16) & 127) == -77 && U8(16) == 100)
    WHEN(105, S32(0) >> hidden_seven == -0x1000000)
  }
}

NOINLINE static uint8_t low8(uint64_t x) { return (uint8_t)x; }
NOINLINE static uint16_t low16(uint32_t x) { return (uint16_t)x; }
NOINLINE static uint32_t low32(uint64_t x) { return (uint32_t)x; }
NOINLINE static uint64_t low64(u128 x) { return (uint64_t)x; }

// rules: trunc
SECTION(trunc) {
  PICK {
    WHEN(110, low8(U64(0) * 3) == 0x77)
    WHEN(111, low16(U32(0) * 3) == 0x7788)
    WHEN(112, low32(U64(0) * 3) == 0x77889900)
    WHEN(113, low64(U128(0) + WIDE(9, 9)) == 0x7788990011223344)
    WHEN(114, (u24)(U32(0) + 9) == 0xabcdef && U32(0) > 0x80000000)
    WHEN(115, (_Bool)(U32(0) & 1) == 1 && (U32(0) ^ 5) == 0x100)
  }
}

NOINLINE static uint64_t up8(uint8_t x) { return x; }
NOINLINE static u128 up64(uint64_t x) { return x; }
NOINLINE static int64_t signed8(int8_t x) { return x; }
NOINLINE static i128 signed64(int64_t x) { return x; }
NOINLINE static int32_t signed24(i24 x) { return x; }

// rules: zext
SECTION(zext) {
  PICK {
    WHEN(120, up8(U8(0)) - 5 == 0xf3)
    WHEN(121, (uint32_t)U16(0) * 3 == 0xfff1 * 3)
    WHEN(122, (uint64_t)U32(0) + 1 == 0x100000000)
    WHEN(123, up64(U64(0)) + 1 == WIDE(1, 0))
    WHEN(124, (uint32_t)(u24)U32(0) + 1 == 0x1000000)
  }
}

// rules: sext
SECTION(sext) {
  PICK {
    WHEN(130, signed8(S8(0)) * 3 == -300)
    WHEN(131, (int32_t)S16(0) - 1 == -32768)
    WHEN(132, (int64_t)S32(0) - 1 == -2147483649ll)
    WHEN(133, signed64(S64(0)) - 1 == -(i128)WIDE(0, 0x8000000000000001))
    WHEN(134, signed24((i24)(u24)U32(0)) == -8388608)
  }
}

NOINLINE static int order(int64_t a, int64_t b) { return (a < b) + 2 * (a <= b) + 4 * (a > b) + 8 * (a >= b); }
NOINLINE static int unsigned_order(uint64_t a, uint64_t b) {
  return (a < b) + 2 * (a <= b) + 4 * (a > b) + 8 * (a >= b);
}

// rules: icmp
SECTION(icmp) {
  PICK {
    WHEN(140, S8(0) < -100)
    WHEN(141, U8(0) > 250)
    WHEN(142, S16(0) > 32000)
    WHEN(143, U16(0) >= 65000 && U16(0) <= 65001)
    WHEN(144, S32(0) <= -2000000000)
    WHEN(145, U64(0) < U64(8) && U64(8) == 9)
    WHEN(146, S64(0) > S64(8) && S64(0) == -9)
    WHEN(147, S128(0) < -(i128)WIDE(1, 0))
    WHEN(148, U128(0) > WIDE(0xf000000000000000, 1) && U128(0) != WIDE(0xf000000000000000, 2))
    WHEN(149, order(S64(0), S64(8)) == 3 && S64(8) < -5)
    WHEN(150, unsigned_order(U64(0), U64(8)) == 12 && U64(0) > U64(16) && U64(16) == 77)
    WHEN(151, order(S64(0), S64(8)) == 10 && S64(8) == -6)
  }
}

// Sides of a condition are counted and stay branches; a select comes of arithmetic on the outcome.
NOINLINE static uint32_t masked(uint32_t a, uint32_t b, uint32_t c) { return -(uint32_t)(a > b) & c; }
NOINLINE static u128 masked_wide(uint32_t a, u128 c) { return -(u128)(a > 5) & c; }

// rules: select
// levels: 2
SECTION(select) {
  PICK {
    WHEN(160, masked(U32(0), U32(4), U32(8)) == 0x11223344 && U32(0) == 9)
    WHEN(161, masked(U32(0), U32(4), 17) == 17)
    WHEN(162, masked(U32(0), 1000, U32(4)) == 0x55667788)
    WHEN(163, masked_wide(U32(0), U128(4)) == WIDE(7, 8))
  }
}

// rules: phi
SECTION(phi) {
  PICK {
    // Without optimisation && and ?: are phis; with it, the loop is.
    case 170: {
      _Bool both = U8(0) == 3 && U8(1) == 4;
      uint32_t value = both ? U32(2) + 1 : U32(6) ^ 2;
      if (value == 0x01020304) reached(170);
      break;
    }
    case 171: {
      uint32_t h = 5381;
      for (int i = 0; i < 4; i++) h = h * 33 + U8(i);
      if (h % 256 == 0x5a && U8(2) > 9) reached(171);
      break;
    }
      WHEN(172, (U8(0) > 200 ? U8(1) : 7) == 9)
      WHEN(173, (U8(0) < 200 ? 7 : U8(1)) == 9)
  }
}

struct flags {
  unsigned low : 3;
  signed middle : 7;
  unsigned high : 22;
  _Bool one : 1;
};

union overlay {
  uint32_t word;
  uint8_t bytes[4];
  struct flags flags;
};

// rules: and or shl lshr
SECTION(bit_fields) {
  PICK {
    case 180: {
      struct flags f = {0};
      f.low = U8(0);
      f.middle = S8(1);
      f.high = U32(2);
      f.one = U8(6);
      if (f.low == 5 && f.middle == -60 && f.high == 0x3abcde && f.one) reached(180);
      break;
    }
    case 181: {
      union overlay o;
      o.word = U32(0);
      if (o.bytes[2] == 0xc4 && o.flags.middle == -3) reached(181);
      break;
    }
  }
}

/* clang-format off */
#define SECTIONS(X) \
  X(add) X(sub) X(mul) X(udiv) X(sdiv) X(urem) X(srem) X(logic) X(logic_or) X(shl) X(lshr) X(ashr) X(trunc) X(zext) \
  X(sext) X(icmp) X(select) X(phi) X(bit_fields)
/* clang-format on */
ZOO(SECTIONS)

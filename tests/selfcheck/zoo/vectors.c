// Vectors of GCC's kind: operations on them are taken apart, what is left moves lanes about.
#include "zoo.h"

typedef uint32_t four __attribute__((vector_size(16)));
typedef int32_t signed_four __attribute__((vector_size(16)));
typedef uint8_t bytes __attribute__((vector_size(16)));
typedef uint16_t halves __attribute__((vector_size(16)));
typedef uint64_t two __attribute__((vector_size(16)));
typedef float floats __attribute__((vector_size(16)));
typedef four LOOSE loose_four;
typedef bytes LOOSE loose_bytes;

#define FOUR(at) (*(const loose_four*)&U8(at))
#define BYTES(at) (*(const loose_bytes*)&U8(at))

NOINLINE static four reversed(four v) { return __builtin_shufflevector(v, v, 3, 2, 1, 0); }
NOINLINE static four interleaved(four v, four w) { return __builtin_shufflevector(v, w, 0, 4, 1, 5); }
NOINLINE static uint32_t second(four v) { return v[1]; }
NOINLINE static four with(four v, uint32_t x) {
  v[2] = x;
  return v;
}
NOINLINE static uint32_t at(four v, unsigned i) { return v[i & 3]; }
NOINLINE static four placed(four v, unsigned i, uint32_t x) {
  v[i & 3] = x;
  return v;
}

// rules: extractelement
SECTION(extract) {
  PICK {
    WHEN(1, second(FOUR(0)) == 0x12345678)
    WHEN(2, at(FOUR(0), U8(16)) == 0x12345678 && U8(16) == 3)
  }
}

// rules: insertelement
SECTION(insert) {
  PICK {
    WHEN(10, with(FOUR(0), U32(16))[2] == 0x12345678)
    WHEN(11, with(FOUR(0), 7)[1] == 0x12345678)
    WHEN(12, placed(FOUR(0), U8(16), 0x11111111)[3] == 0x11111111 && U32(12) == 9)
  }
}

// rules: extractelement insertelement
SECTION(shuffle) {
  four r = reversed(FOUR(0));
  four i = interleaved(FOUR(0), FOUR(16));
  PICK {
    WHEN(20, r[0] == 0x12345678 && r[3] == 5)
    WHEN(21, i[0] == 1 && i[1] == 2 && i[3] == 3 && U32(20) == 3)
  }
}

// rules: bitcast
SECTION(cast) {
  PICK {
    WHEN(30, ((two)FOUR(0))[1] == 0x1122334455667788)
    WHEN(31, ((bytes)FOUR(0))[9] == 77 && ((halves)FOUR(0))[1] == 0x1234)
    WHEN(32, (u128)(FOUR(0) + 1) == WIDE(0x1122334455667788, 0x99aabbccddeeff00))
    WHEN(33, ((floats)FOUR(0))[2] == 3.5f)
  }
}

// rules: add mul icmp sext
SECTION(operations) {
  four a = FOUR(0), b = FOUR(16);
  PICK {
    WHEN(40, (a + b)[2] == 7 && b[2] == 0xfffffff0)
    WHEN(41, (a * 3)[1] == 0x1236)
    WHEN(42, (((a > b) & a) | (~(a > b) & b))[3] == 0x12345678 && b[3] == 5)
    WHEN(43, (a == b)[0] == 0xffffffff && b[0] == 9)
    WHEN(44, __builtin_elementwise_max((signed_four)a, (signed_four)b)[1] == -5 && b[1] == 0x80000000)
    WHEN(45, ((a << 3) ^ b)[0] == 0x12345678 && b[0] == 0x12340000)
  }
}

// rules: uadd.sat
SECTION(saturated) {
  PICK { WHEN(50, __builtin_elementwise_add_sat(BYTES(0), BYTES(16))[5] == 255 && U8(5) == 200 && U8(21) == 100) }
}

// rules: add umax
SECTION(reduce) {
  PICK {
    WHEN(60, __builtin_reduce_add(FOUR(0)) == 0x12345678 && U32(0) == 5)
    WHEN(61, __builtin_reduce_max(FOUR(0)) == 0x92345678 && U32(0) == 5)
    WHEN(62, __builtin_reduce_xor(BYTES(0)) == 0x77 && U8(3) == 1)
  }
}

#define SECTIONS(X) X(extract) X(insert) X(shuffle) X(cast) X(operations) X(saturated) X(reduce)
ZOO(SECTIONS)

// Intrinsics that optimisers make and unmake between the front end and the pass: called by name from rare.ll.
#include "zoo.h"

uint32_t rare_freeze(uint32_t x);
_Bool rare_expect(_Bool x);
void* rare_launder(void* x);
void* rare_strip(void* x);
float rare_fence(float x);
double rare_exp10(double x);
int32_t rare_scmp(int32_t x, int32_t y);
int8_t rare_ucmp(u128 x, u128 y);
uint32_t rare_select(uint32_t a, uint32_t b, uint32_t c, uint32_t d);
u128 rare_select_wide(uint32_t a, u128 c, u128 d);
uint64_t rare_select_parts(uint32_t a, uint32_t b);
uint32_t rare_phi(uint32_t a, uint32_t b, uint32_t c);
u128 rare_bswap(u128 x);
u128 rare_ctpop(u128 x);

// rules: freeze
// levels: 0
SECTION(freeze) {
  PICK { WHEN(1, rare_freeze(U32(0)) == 0x12345678) }
}

// rules: expect
// levels: 0
SECTION(expect) {
  PICK { WHEN(3, rare_expect(U32(0) == 0x12345678)) }
}

// rules: launder.invariant
// levels: 0
SECTION(launder) {
  PICK { WHEN(5, rare_launder((void*)U64(0)) == (void*)0x1122334455667788) }
}

// rules: strip.invariant
// levels: 0
SECTION(strip) {
  PICK { WHEN(6, rare_strip((void*)U64(0)) == (void*)0x1122334455667788) }
}

// rules: arithmetic.fence
// levels: 0
SECTION(fence) {
  PICK { WHEN(7, rare_fence(F32(0)) == 3.5f) }
}

// rules: exp10
// levels: 0
SECTION(exp10) {
  PICK { WHEN(30, rare_exp10((double)S8(0)) == 1000.0) }
}

// rules: scmp
// levels: 0
SECTION(scmp) {
  PICK {
    WHEN(10, rare_scmp(S32(0), S32(4)) == -1 && S32(4) == -5)
    WHEN(11, rare_scmp(S32(0), 5) == 1 && U8(7) == 1)
    WHEN(12, rare_scmp(-5, S32(0)) == 0)
  }
}

// rules: ucmp
// levels: 0
SECTION(ucmp) {
  PICK {
    WHEN(15, rare_ucmp(U128(0), U128(16)) == -1 && U128(0) == WIDE(5, 5))
    WHEN(16, rare_ucmp(WIDE(1, 2), U128(0)) == 0)
    WHEN(17, rare_ucmp(U128(0), WIDE(0x8000000000000000, 2)) == 1)
  }
}

// rules: select
// levels: 0
SECTION(choose) {
  PICK {
    WHEN(20, rare_select(U32(0), U32(4), U32(8), U32(12)) == 0x11223344 && U32(0) == 9 && U32(4) == 7 && U32(12) == 3)
    WHEN(21, rare_select(U32(0), 5, 17, 18) == 17)
    WHEN(22, rare_select(U32(0), 1000, 18, U32(4)) == 0x55667788)
    WHEN(23, rare_select_wide(U32(0), U128(4), 99) == WIDE(7, 8))
    WHEN(24, rare_select_parts(U32(0), 17) >> 32 == 2)
    WHEN(25, rare_select_parts(U32(0), U32(4)) == 0x211223344)
  }
}

// rules: phi
// levels: 0
SECTION(join) {
  PICK {
    WHEN(30, rare_phi(U32(0), U32(4), U32(8)) == 0x11223344 && U32(0) > 5 && U32(8) == 1)
    WHEN(31, rare_phi(1, 2, U32(0)) == 0x1234)
  }
}

// rules: bswap ctpop
// levels: 0
SECTION(wide) {
  PICK {
    WHEN(40, rare_bswap(U128(0) + 1) == WIDE(0x1122334455667788, 0x9900aabbccddeeff))
    WHEN(41, rare_ctpop((u128)U8(0) << 60) == 8)
  }
}

#define SECTIONS(X) X(freeze) X(expect) X(launder) X(strip) X(fence) X(exp10) X(scmp) X(ucmp) X(choose) X(join) X(wide)
ZOO(SECTIONS)

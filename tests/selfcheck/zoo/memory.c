// Loads, stores, addresses, copies and what becomes of labels in memory that is used again.
#include "zoo.h"

void plain_zero(uint8_t* to, size_t n);

static uint8_t table[256];
static uint32_t words[64];

static void fill_tables(void) {
  for (int i = 0; i < 256; i++) table[i] = (uint8_t)(i * 167 + 13);
  for (uint32_t i = 0; i < 64; i++) words[i] = i * 0x9e3779b1;
}

// rules: load
SECTION(load) {
  fill_tables();
  PICK {
    WHEN(1, U8(0) == 0x81)
    WHEN(2, U16(1) == 0x8182)
    WHEN(3, U32(3) == 0x81828384)
    WHEN(4, U64(5) == 0x8182838485868788)
    WHEN(5, U128(7) == WIDE(1, 0x8182838485868788))
    WHEN(6, table[U8(0)] == 0xa7)
    WHEN(7, words[U8(0) & 63] == 40 * 0x9e3779b1)
    WHEN(8, ((const struct { uint8_t a, b, c; }*)&U8(2))->c == 0x77)
  }
}

// rules: store
SECTION(store) {
  volatile uint8_t small[8] = {0};
  volatile uint64_t large = 0;
  volatile u128 wide = 0;
  PICK {
    case 10:
      small[3] = U8(0);
      if (small[3] == 9) reached(10);
      break;
    case 11:
      large = U64(0);
      large = (large & 0xffff) + 1;  // the other bytes are concrete again
      if (large == 0x8001) reached(11);
      break;
    case 12:
      wide = U128(0);
      if (wide == WIDE(3, 4)) reached(12);
      break;
    case 13:
      small[U8(0) & 7] = U8(1);
      if (small[5] == 0x42) reached(13);
      break;
    case 14:
      // A concrete store over a symbolic one.
      small[1] = U8(0);
      small[1] = 0;
      if (small[1] == 9) reached(255);
      if (U8(1) == 9) reached(14);
      break;
  }
}

NOINLINE static void leave_behind(const uint8_t* p) {
  volatile uint8_t local[64];
  for (int i = 0; i < 64; i++) local[i] = U8(i % 8);
}

NOINLINE static int find_nothing(void) {
  uint8_t local[64];
  plain_zero(local, sizeof local);
  return local[5] == 7 || local[33] == 8;
}

NOINLINE static int find_nothing_of_size(size_t n) {
  uint8_t local[n];
  plain_zero(local, n);
  return local[5] == 7 || local[33] == 8;
}

#ifdef __OPTIMIZE__
#define BEFORE_ZERO 0  // a scope ends, and labels with it, also of what stays the same
#else
#define BEFORE_ZERO 1  // no scope is known: only what is written over loses them
#endif

NOINLINE static int find_nothing_twice(const uint8_t* p) {
  int found = 0;
  for (int i = 0; i < 2; i++) {
    uint8_t local[64];
    if (i == 0)
      for (int k = 0; k < 64; k++) local[k] = U8(k % 8) | BEFORE_ZERO;
    else
      for (int k = 0; k < 64; k++) __asm__ volatile("movb $0, %0" : "=m"(local[k]));
    found += local[5] == 7 && local[33] == 8 && i == 1;
    __asm__ volatile("" : : "r"(local) : "memory");
  }
  return found;
}

// rules: alloca
SECTION(stale_stack) {
  PICK {
    case 20:
      leave_behind(p);
      if (find_nothing()) reached(255);
      if (U8(9) == 1) reached(20);
      break;
    case 21:
      leave_behind(p);
      if (find_nothing_of_size(64)) reached(255);
      if (U8(9) == 1) reached(21);
      break;
  }
}

// rules: lifetime.start
// levels: 2
SECTION(stale_scope) {
  PICK {
    case 25:
      if (find_nothing_twice(p)) reached(255);
      if (U8(9) == 1) reached(25);
      break;
    case 26:
      leave_behind(p);
      if (find_nothing()) reached(255);
      if (U8(9) == 1) reached(26);
      break;
  }
}

struct record {
  uint32_t key;
  uint16_t part[3];
  uint64_t value;
};

NOINLINE static uintptr_t place(uintptr_t base, size_t i, int j) {
  return (uintptr_t)&((struct record*)base)[i].part[j];
}

// rules: getelementptr
SECTION(getelementptr) {
  fill_tables();
  PICK {
    WHEN(30, place(U64(0), U8(8), S8(9)) == 0x7000000001234566 && U8(8) == 200 && S8(9) == -3)
    WHEN(31, place(0x1000, U8(0), 0) == 0x1000 + 77 * sizeof(struct record) + 4)
    WHEN(32, words[(uint8_t)(U8(0) + 3) & 63] == 41 * 0x9e3779b1)
    WHEN(33, table[(U8(0) & 15) * 16 + (U8(1) & 15)] == (uint8_t)(0xb5 * 167 + 13))
  }
}

// rules: memcpy
SECTION(memory_copy) {
  static uint8_t copy[200];
  PICK {
    case 40:
      memcpy(copy, &U8(0), 40);
      if (copy[33] == 5 && copy[2] == 6) reached(40);
      break;
    case 41: {
      struct record r;
      memcpy(&r, &U8(0), sizeof r);
      struct record s = r;
      if (s.part[1] == 0x1234 && s.value == 5) reached(41);
      break;
    }
    case 42: {
      // A concrete copy over labels.
      static const uint8_t zeros[40];
      memcpy(copy, &U8(0), 40);
      memcpy(copy, zeros, 40);
      if (copy[33] == 5) reached(255);
      memcpy(copy + 100, copy, 1 + (U8(1) & 1));
      if (U8(0) == 5) reached(42);
      break;
    }
  }
}

// rules: memcpy.inline
SECTION(memory_copy_inline) {
  uint8_t copy[16];
  PICK {
    case 45:
      __builtin_memcpy_inline(copy, &U8(0), 16);
      if (copy[11] == 5 && copy[2] == 6) reached(45);
      break;
  }
}

// rules: memmove
SECTION(memory_move) {
  static uint8_t copy[80];
  for (int i = 0; i < 40; i++) copy[i] = U8(i);
  PICK {
    case 50:
      memmove(copy + 3, copy, 30 + (U8(40) & 1));
      if (copy[3] == 5 && copy[8] == 7 && copy[9] == 8 && U8(5) == 7) reached(50);
      break;
    case 51:
      memmove(copy, copy + 3, 30);
      if (copy[0] == 5 && U8(3) == 5 && copy[29] == 99) reached(51);
      break;
  }
}

// rules: memset
SECTION(memory_set) {
  static uint8_t copy[200];
  PICK {
    case 60:
      memset(copy, U8(0), 70);
      if (copy[66] == 0x5a) reached(60);
      break;
    case 61:
      for (int i = 0; i < 40; i++) copy[i] = U8(i);
      memset(copy, 0, 40);
      if (copy[7] == 5) reached(255);
      if (U8(7) == 5) reached(61);
      break;
    case 62: {
      uint32_t word;
      memset(&word, U8(0) + 1, sizeof word);
      if (word == 0x5a5a5a5a) reached(62);
      break;
    }
  }
}

// rules: memset.inline
SECTION(memory_set_inline) {
  uint8_t copy[16];
  PICK {
    case 65:
      __builtin_memset_inline(copy, U8(0), 16);
      if (copy[11] == 5) reached(65);
      break;
  }
}

NOINLINE static void* to_pointer(uintptr_t x) { return (void*)x; }
NOINLINE static void* narrow_to_pointer(uint32_t x) { return (void*)(uintptr_t)x; }
NOINLINE static uintptr_t to_number(void* x) { return (uintptr_t)x; }

// rules: inttoptr
SECTION(inttoptr) {
  PICK {
    WHEN(70, to_pointer(U64(0) + 1) == (void*)0x1122334455667788)
    WHEN(71, narrow_to_pointer(U32(0)) == (void*)0x81223344)
  }
}

// rules: ptrtoint
SECTION(ptrtoint) {
  void* pointer;
  memcpy(&pointer, &U8(0), sizeof pointer);
  PICK { WHEN(75, to_number(pointer) + 1 == 0x1122334455667788) WHEN(76, (uint16_t)(uintptr_t)pointer == 0x8765) }
}

// rules: ptrmask
SECTION(ptrmask) {
  void* pointer;
  memcpy(&pointer, &U8(0), sizeof pointer);
  PICK { WHEN(80, __builtin_align_down(pointer, 64) == (void*)0x1122334455667780 && to_number(pointer) % 64 == 5) }
}

#define ELSEWHERE __attribute__((address_space(1)))
NOINLINE static uintptr_t seen_from_elsewhere(void* x) { return (uintptr_t)(ELSEWHERE void*)x; }

// rules: addrspacecast
// levels: 0
SECTION(addrspacecast) {
  void* pointer;
  memcpy(&pointer, &U8(0), sizeof pointer);
  PICK { WHEN(85, seen_from_elsewhere(pointer) == 0x1122334455667788) }
}

NOINLINE static float as_float(uint32_t x) {
  float f;
  memcpy(&f, &x, sizeof f);
  return f;
}

// rules: bitcast
// levels: 2
SECTION(bitcast) {
  PICK { WHEN(90, as_float(U32(0) + 1) == 3.5f) WHEN(91, as_float(U32(0) ^ 5) > 1e30f) }
}

struct noted {
  int before;
  int field __attribute__((annotate("noted")));
};

// rules: annotation
// levels: 0
SECTION(annotation) {
  PICK { WHEN(95, __builtin_annotation(U32(0), "noted") == 0x12345678) }
}

// rules: ptr.annotation
// levels: 0
SECTION(pointer_annotation) {
  struct noted* pointer;
  memcpy(&pointer, &U8(0), sizeof pointer);
  PICK { WHEN(100, &pointer->field == (int*)0x1122334455667788) }
}

// rules: atomicrmw
SECTION(atomicrmw) {
  uint32_t word = U32(0);
  uint64_t large = 5;
  uint8_t byte = 3;
  PICK {
    case 110:
      if (__atomic_fetch_add(&word, U32(4), __ATOMIC_SEQ_CST) == 9 && word == 0x12345678) reached(110);
      break;
    case 111:
      __atomic_fetch_sub(&large, U64(0), __ATOMIC_RELAXED);
      if (large == 0x1234567812345678) reached(111);
      break;
    case 112:
      if (__atomic_exchange_n(&byte, U8(0), __ATOMIC_SEQ_CST) == 3 && byte == 77) reached(112);
      break;
    case 113:
      __atomic_fetch_xor(&word, 0x0f0f0f0f, __ATOMIC_SEQ_CST);
      __atomic_fetch_or(&word, 0x80, __ATOMIC_SEQ_CST);
      __atomic_fetch_and(&word, 0xfffffff0, __ATOMIC_SEQ_CST);
      if (word == 0x123456f0) reached(113);
      break;
    case 114: {
      _Atomic uint16_t half = 7;
      half += U16(0);
      if (half == 0x4321) reached(114);
      break;
    }
  }
}

// rules: cmpxchg
SECTION(cmpxchg) {
  uint32_t word = U32(0);
  uint32_t expected = 9;
  uint64_t large = 5, small = 5;
  PICK {
    case 120:
      if (__atomic_compare_exchange_n(&word, &expected, U32(4), 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) &&
          word == 0x12345678)
        reached(120);
      break;
    case 121:
      if (!__atomic_compare_exchange_n(&word, &expected, 3, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) &&
          expected == 0x12345678)
        reached(121);
      break;
    case 122:
      __atomic_compare_exchange_n(&large, &small, U64(0), 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
      if (large == 0x1234567812345678) reached(122);
      break;
  }
}

/* clang-format off */
#define SECTIONS(X) \
  X(load) X(store) X(stale_stack) X(stale_scope) X(getelementptr) X(memory_copy) X(memory_copy_inline) \
  X(memory_move) X(memory_set) X(memory_set_inline) X(inttoptr) X(ptrtoint) X(ptrmask) X(addrspacecast) X(bitcast) \
  X(annotation) X(pointer_annotation) X(atomicrmw) X(cmpxchg)
/* clang-format on */
ZOO(SECTIONS)

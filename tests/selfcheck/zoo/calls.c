// Calls, returns, variable arguments and jumps.
//
// flags: -fexceptions
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include "zoo.h"

void plain_zero(uint8_t* to, size_t n);

NOINLINE static uint8_t next8(uint8_t x) { return (uint8_t)(x + 1); }
NOINLINE static u128 next128(u128 x, int by) { return x + (unsigned)by; }
NOINLINE static double half(double x, float y) { return x * 0.5 + y; }
NOINLINE static int64_t many(int a, int b, int c, int d, int e, int f, int64_t g, uint8_t h, i128 i) {
  return a + 2 * b + 3 * c + 5 * d + 7 * e + 11 * f + g + h + (int64_t)i;
}
NOINLINE static uint32_t depth(uint32_t x, int n) { return n == 0 ? x : depth(x * 3 + 1, n - 1); }

typedef uint32_t (*operation)(uint32_t, uint32_t);
NOINLINE static uint32_t sum(uint32_t a, uint32_t b) { return a + b; }
NOINLINE static uint32_t difference(uint32_t a, uint32_t b) { return a - b; }
NOINLINE static uint32_t apply(operation f, uint32_t a, uint32_t b) { return f(a, b); }
static const operation operations[] = {sum, difference, sum, difference};

// rules: call
SECTION(call) {
  PICK {
    WHEN(1, next8(U8(0)) == 0x77)
    WHEN(2, next128(U128(0), 5) == WIDE(7, 8))
    WHEN(3, half((double)S8(0), (float)S8(1)) == -12.5 && S8(1) == 3)
    WHEN(4,
         many(1, 2, S8(0), 4, 5, 6, S64(1), U8(9), S128(10)) == 1000 && S8(0) == -7 && U8(9) == 200 && S128(10) == -3)
    WHEN(5, depth(U32(0), 5) == 0x1000)
    WHEN(6, apply(difference, U32(0), U32(4)) == 0x1234 && U32(0) == 5)
    WHEN(7, operations[U8(0) & 3](U32(1), 9) == 0xfffffff0)
  }
}

struct pair {
  uint64_t a, b;
};
struct mixed {
  double x;
  int32_t y;
};
struct large {
  uint64_t a, b, c;
  uint8_t d[5];
};
struct tiny {
  int16_t x;
  int8_t y;
};

NOINLINE static struct pair swapped(struct pair p) { return (struct pair){p.b + 1, p.a}; }
NOINLINE static struct mixed doubled(struct mixed m) { return (struct mixed){m.x * 2, m.y - 1}; }
NOINLINE static struct large shifted(struct large l) { return (struct large){l.b, l.c, l.a, {l.d[4], l.d[3]}}; }
NOINLINE static struct tiny turned(struct tiny t) { return (struct tiny){(int16_t)-t.x, (int8_t)(t.y + 1)}; }
NOINLINE static uint64_t folded(int first, struct large l, struct large m, int last) {
  return (uint64_t)first + l.a + 3 * m.c + l.d[4] + m.d[0] + (uint64_t)last;
}

// rules: ret call
SECTION(structs) {
  PICK {
    case 20: {
      struct pair r = swapped((struct pair){U64(0), U64(8)});
      if (r.a == 0x1122334455667788 && r.b == 99) reached(20);
      break;
    }
    case 21: {
      struct mixed r = doubled((struct mixed){S8(0), S32(1)});
      if (r.x == -14.0 && r.y == -100000) reached(21);
      break;
    }
    case 22: {
      struct large l = {U64(0), U64(8), 3, {1, 2, U8(16), U8(17), U8(18)}};
      struct large r = shifted(l);
      if (r.a == 0x1122334455667788 && r.c == 77 && r.d[0] == 5 && r.d[1] == 6) reached(22);
      break;
    }
    case 23: {
      struct tiny r = turned((struct tiny){S16(0), S8(2)});
      if (r.x == -300 && r.y == 100) reached(23);
      break;
    }
    case 24: {
      struct large l = {U64(0), 2, 3, {1, 2, 3, 4, U8(16)}};
      struct large m = {1, 2, U64(8), {U8(17)}};
      if (folded(4, l, m, 5) == 0x1122334455667788 && U8(16) == 3 && U8(17) == 4 && U64(0) == 100) reached(24);
      break;
    }
    // A large struct without labels after one with: none may show through.
    case 25: {
      struct large l = {U64(0), 2, 3, {0}};
      const struct large nothing = {0};
      uint64_t with = folded(0, l, l, 0), without = folded(0, nothing, nothing, 0);
      if (without == 9) reached(255);
      if (with == 0x1234) reached(25);
      break;
    }
  }
}

// rules: insertvalue extractvalue
// levels: 2
SECTION(values_of_two) {
  struct pair r = swapped((struct pair){U64(0), U64(8)});
  PICK { WHEN(30, r.a == 0x1122334455667788 && r.b == 99) }
}

static void cleaned(uint32_t* x) { *x = 0; }
static volatile int may_throw;
NOINLINE static uint32_t might(uint32_t x) {
  if (may_throw) abort();
  __asm__ volatile("" : : : "memory");
  return x + 1;
}

// rules: invoke
SECTION(invoke) {
  uint32_t guard __attribute__((cleanup(cleaned))) = 1;
  PICK { WHEN(35, might(U32(0)) == 0x12345678) }
}

// rules: callbr
// expect: loss
SECTION(callbr) {
  uint8_t place = U8(0);
  uint32_t number = U32(1);
  PICK {
    case 40:
      // What the assembly has written is not the input's any more.
      __asm__ goto("movb $5, (%0); jmp %l2 # %1" : : "r"(&place), "r"(number) : "memory" : there);
      break;
    there:
      if (place == 9) reached(255);
      if (U8(9) == 3) reached(40);
      break;
  }
}

NOINLINE static int64_t total(int count, ...) {
  va_list list;
  va_start(list, count);
  int64_t all = 0;
  for (int i = 0; i < count; i++) all = all * 3 + (i % 2 ? va_arg(list, int64_t) : va_arg(list, int));
  va_end(list);
  return all;
}

NOINLINE static double total_double(const char* kinds, ...) {
  va_list list;
  va_start(list, kinds);
  double all = 0;
  for (; *kinds; kinds++) {
    switch (*kinds) {
      case 'd':
        all += va_arg(list, double);
        break;
      case 'i':
        all += va_arg(list, int);
        break;
      case 'p':
        all += (double)va_arg(list, struct pair).b;
        break;
      case 'm':
        all += va_arg(list, struct mixed).y;
        break;
      case 'l':
        all += va_arg(list, struct large).d[4];
        break;
      case 'w':
        all += (double)(int64_t)(va_arg(list, i128) >> 64);
        break;
    }
  }
  va_end(list);
  return all;
}

// rules: va_start
SECTION(va_start) {
  PICK {
    WHEN(50, total(3, (int)U8(0), S64(1), -(int)U8(9)) == 0x5555555555 && U8(0) == 9)
    WHEN(51, total(8, 1, (int64_t)2, 3, (int64_t)4, 5, (int64_t)6, S32(0), (int64_t)8) == 1000001)
    WHEN(52, total_double("ddi", (double)S8(0), 2.5, (int)S8(1)) == -100.5 && S8(1) == -9)
    WHEN(53,
         total_double("ddddddddddi", 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, (double)S8(0), (int)S8(1)) == -100 &&
             S8(1) == -9)
    WHEN(54, total_double("pml", (struct pair){1, U8(0)}, (struct mixed){1, S8(1)},
                          (struct large){1, 2, 3, {4, 5, 6, 7, U8(2)}}) == 300 &&
                 U8(0) == 250)
    WHEN(55, total_double("iw", (int)U8(0), (i128)U8(1) << 64) == 300 && U8(0) == 250)
    WHEN(56, total_double("iiiiw", 1, 2, 3, 4, (i128)U8(1) << 64) == 110)
    // Labels of an earlier call must not show through in one without.
    case 57: {
      double with = total_double("iiiiiiiid", 1, 1, 1, 1, 1, 1, (int)U8(0), (int)U8(1), 1.0);
      double without = total_double("iiiiiiiid", 0, 0, 0, 0, 0, 0, 0, 0, 0.0);
      if (without == 9) reached(255);
      if (with == 100 && U8(0) == 9) reached(57);
      break;
    }
  }
}

static union {
  uint8_t raw[sizeof(va_list)];
  va_list list;
} reused;

NOINLINE static int second_of_copy(int count, ...) {
  va_list list;
  va_start(list, count);
  va_copy(reused.list, list);
  int first = va_arg(reused.list, int);
  int second = va_arg(reused.list, int);
  va_end(reused.list);
  va_end(list);
  return first * 100 + second;
}

// rules: va_copy
SECTION(va_copy) {
  PICK {
    case 60:
      // The memory of the copied list held input before.
      for (size_t i = 0; i < sizeof reused.raw; i++) reused.raw[i] = U8(i);
      if (second_of_copy(2, (int)U8(30), (int)U8(31)) == 7 * 100 + 9) reached(60);
      break;
  }
}

// rules: br
SECTION(br) {
  PICK {
    case 70:
      if (U8(0) < 100)
        break;
      else if (U8(0) > 101)
        break;
      for (int i = 0; U8(1) != 7; i++)
        if (U8(2) != 8 || i == 2) return;
      reached(70);
      break;
  }
}

// rules: switch
SECTION(switch) {
  switch (U16(0) + p[0]) {
    case 7:
      reached(80);
      break;
    case 300:
      reached(81);
      break;
    case 40000:
    case 40001:
      reached(82);
      break;
    default:
      if (U16(0) > 39998 && p[0] == 0 && U16(0) < 40004) reached(83);
      break;
  }
  switch (S64(2)) {
    case -5:
      reached(84);
      break;
    case 0x1122334455667788:
      reached(85);
      break;
    default:
      break;
  }
}

// rules: indirectbr
SECTION(indirectbr) {
  static const void* const places[] = {&&nothing, &&first, &&second, &&nothing};
  goto* places[U8(0) & 3];
first:
  if (U8(1) == 5) reached(90);
  return;
second:
  reached(91);
  return;
nothing:
  if (p[0] == 99) reached(92);
}

static jmp_buf back;

NOINLINE static void jump(uint32_t x) {
  if (x == 0x12345678) longjmp(back, (int)(x >> 24));
}

// rules: call
SECTION(long_jump) {
  volatile uint32_t before = U32(0) + 1;
  PICK {
    case 95: {
      int from = setjmp(back);
      if (from == 0x12) {
        if (before == 0x12345679) reached(95);
        if (U8(4) == 3) reached(96);
        break;
      }
      jump(U32(0));
      break;
    }
  }
}

NOINLINE static int by_value(const void* a, const void* b) {
  const uint32_t x = *(const uint32_t*)a, y = *(const uint32_t*)b;
  if (x < y) return -1;
  if (x > y) return 1;
  return 0;
}

// An instrumented function called from one that is not.
// rules: call ret
SECTION(callback) {
  static const uint32_t sorted[] = {3, 70, 900, 0x10000000};
  uint32_t key = U32(0);
  PICK {
    case 97: {
      const uint32_t* found = bsearch(&key, sorted, 4, sizeof sorted[0], by_value);
      if (found != NULL && *found == 900) reached(97);
      break;
    }
  }
}

/* clang-format off */
#define SECTIONS(X) \
  X(call) X(structs) X(values_of_two) X(invoke) X(callbr) X(va_start) X(va_copy) X(br) X(switch) X(indirectbr) \
  X(long_jump) X(callback)
/* clang-format on */
ZOO(SECTIONS)

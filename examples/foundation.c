// One section for each thing a recorder gets wrong when it gets something wrong: every guarded line prints a marker,
// and all markers must be reached from an input of zeros at every optimisation level. The first byte picks the section,
// so that a depth-first search is a sum over sections and not a product.
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "cairn.h"

typedef unsigned __int128 u128;

#define NOINLINE __attribute__((noinline))

static void reached(int marker) { printf("REACHED %d\n", marker); }

static uint32_t u32(const uint8_t* p) {
  uint32_t v;
  memcpy(&v, p, sizeof v);
  return v;
}

static uint64_t u64(const uint8_t* p) {
  uint64_t v;
  memcpy(&v, p, sizeof v);
  return v;
}

static void nested_magic(const uint8_t* p) {
  if (u32(p) == 0xcafef00d) {
    reached(1);
    if (u64(p + 4) == 0x0123456789abcdefull) {
      reached(2);
      if (p[12] == (uint8_t)(p[0] ^ 0x5a) && (int8_t)p[13] < -100) reached(3);
    }
  }
}

// The checksum of the payload stands in front of it: a random or byte-wise change of either breaks the other.
static void checksum_guard(const uint8_t* p) {
  uint16_t sum = 0xbeef;
  for (int i = 2; i < 12; i++) sum = (uint16_t)(sum * 3 + p[i]);
  if (sum != (uint16_t)(p[0] | p[1] << 8)) return;
  reached(4);
  if (p[2] == 'C' && p[3] == 'R' && p[4] == 'N') reached(5);
}

static void switch_with_default(const uint8_t* p) {
  uint32_t v = u32(p);
  switch (v) {
    case 1:
      reached(6);
      break;
    case 77:
      reached(7);
      break;
    case 100000:
    case 100001:
      reached(8);
      break;
    default:
      // The way here says that v is none of the cases; 77 and 100000 would satisfy this too.
      if (v % 77 == 0 && v != 0 && v < 100) break;
      if (v > 99998 && v < 100003) reached(9);
      break;
  }
}

static void loop_carried_hash(const uint8_t* p) {
  uint32_t h = 0x811c9dc5;
  for (int i = 0; i < 6; i++) h = (h ^ p[i]) * 16777619;
  if (h == 0x1badb002) reached(10);
}

static void arithmetic_128(const uint8_t* p) {
  u128 wide = ((u128)u64(p) << 64 | u64(p + 8)) + ((u128)1 << 63);
  if (wide == (((u128)0x1122334455667788ull << 64) | 0x99aabbccddeeff00ull)) reached(11);
  u128 product = (u128)u64(p) * 1000003;
  if ((uint64_t)(product >> 64) == 0x1234) reached(12);
  if ((__int128)wide < -((__int128)1 << 126)) reached(13);
}

struct small {
  int32_t x;
  int16_t y;
  int8_t z;
};

struct large {
  uint64_t a, b, c;
  uint8_t d;
};

NOINLINE static struct small turn(struct small s) {
  return (struct small){.x = -s.x, .y = (int16_t)(s.y + s.z), .z = 1};
}
NOINLINE static uint64_t fold(struct large l) { return l.a + 2 * l.b + 3 * l.c + l.d; }

static void struct_by_value(const uint8_t* p) {
  struct small s;
  s.x = (int32_t)u32(p);
  s.y = (int16_t)(p[4] | p[5] << 8);
  s.z = (int8_t)p[6];
  struct small t = turn(s);
  if (t.x == 123456 && t.y == -321) reached(14);
  struct large l = {u64(p), p[8], p[9], p[10]};
  if (fold(l) == 0xfeedfacecafebeefull) reached(15);
}

NOINLINE static int64_t sum(int count, ...) {
  va_list list;
  va_start(list, count);
  int64_t total = 0;
  for (int i = 0; i < count; i++) total += i % 2 ? va_arg(list, int64_t) : va_arg(list, int);
  va_end(list);
  return total;
}

static void varargs(const uint8_t* p) {
  if (sum(3, (int)p[0], (int64_t)u64(p + 1), -(int)p[9]) == 0x5555555555) reached(16);
  // More than the registers hold: the rest of the list lies on the stack.
  if (sum(8, 1, (int64_t)2, 3, (int64_t)4, 5, (int64_t)6, (int)u32(p + 10), (int64_t)8) == 1000000) reached(17);
}

NOINLINE static int keep(int x) { return x; }
NOINLINE static int twice(int x) { return 2 * x; }
NOINLINE static int square(int x) { return x * x; }
NOINLINE static int negative(int x) {
  if (x == 4321) reached(18);
  return -x;
}

static int (*const functions[])(int) = {keep, twice, square, negative};

static void function_table(const uint8_t* p) {
  int result = functions[p[0] & 3](p[1] | p[2] << 8);
  if (result == 144) reached(19);
  if (result == -77) reached(20);
}

static uint8_t box[256];

static void table_lookup(const uint8_t* p) {
  if (box[p[0]] == 0xa7) reached(21);
  if (box[box[p[1]]] == 0x11 && (uint8_t)(box[p[2]] + box[p[3]]) == 0x7f && p[2] > 100) reached(22);
}

static void store_at_index(const uint8_t* p) {
  uint8_t slots[8] = {0};
  slots[p[0] & 7] = p[1];
  if (slots[5] == 0x42) reached(23);
}

int main(void) {
  uint8_t input[32] = {0};
  for (int i = 0; i < 256; i++) box[i] = (uint8_t)(i * 167 + 13);
  cairn_symbolic(input, sizeof input, "input");
  const uint8_t* p = input + 1;
  switch (input[0]) {
    case 1:
      nested_magic(p);
      break;
    case 2:
      checksum_guard(p);
      break;
    case 3:
      switch_with_default(p);
      break;
    case 4:
      loop_carried_hash(p);
      break;
    case 5:
      arithmetic_128(p);
      break;
    case 6:
      struct_by_value(p);
      break;
    case 7:
      varargs(p);
      break;
    case 8:
      function_table(p);
      break;
    case 9:
      table_lookup(p);
      break;
    case 10:
      store_at_index(p);
      break;
    default:
      break;
  }
  return 0;
}

// The zoo: one section for each shadow rule (or a few of a kind) that is reached only when the rule records what the
// program does. The first byte of the input picks the section and the second the guarded marker in it, so that a search
// is a sum and not a product. With -DONLY=name the program is that section alone: breaking a rule is then tried on the
// smallest program that needs it.
//
//   // rules: add sub         the rules that selfcheck.py breaks here, all of them or it fails
//   // levels: 0              optimisation levels at which the section uses them (0 and 2 without this line)
//   // expect: loss           the section loses symbolic data, and reports it
//   SECTION(name) { PICK { WHEN(1, condition) ... } }
//
// Marker 255 stands where no input leads: a recorder that keeps labels of memory that was overwritten thinks otherwise.
#ifndef CAIRN_ZOO_H
#define CAIRN_ZOO_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "cairn.h"

#define NOINLINE __attribute__((noinline))
#define LOOSE __attribute__((aligned(1), may_alias))

typedef unsigned __int128 u128;
typedef __int128 i128;
typedef unsigned _BitInt(24) u24;
typedef _BitInt(24) i24;

typedef uint16_t LOOSE loose16;
typedef uint32_t LOOSE loose32;
typedef uint64_t LOOSE loose64;
typedef u128 LOOSE loose128;
typedef float LOOSE loose_float;
typedef double LOOSE loose_double;

#define SECTION(name) static void section_##name(const uint8_t* p)
#define PICK switch (p[0])
#define WHEN(marker, ...)             \
  case marker:                        \
    if (__VA_ARGS__) reached(marker); \
    break;

// The input behind the two bytes that pick; `at` counts bytes.
#define U8(at) (p[1 + (at)])
#define S8(at) ((int8_t)U8(at))
#define U16(at) (*(const loose16*)&U8(at))
#define S16(at) ((int16_t)U16(at))
#define U32(at) (*(const loose32*)&U8(at))
#define S32(at) ((int32_t)U32(at))
#define U64(at) (*(const loose64*)&U8(at))
#define S64(at) ((int64_t)U64(at))
#define U128(at) (*(const loose128*)&U8(at))
#define S128(at) ((i128)U128(at))
#define F32(at) (*(const loose_float*)&U8(at))
#define F64(at) (*(const loose_double*)&U8(at))
#define WIDE(high, low) ((u128)(high) << 64 | (low))

static void reached(int marker) { printf("REACHED %d\n", marker); }

#define ZOO_JOIN(a, b) a##b
#define ZOO_SECTION(name) ZOO_JOIN(section_, name)
#define ZOO_CASE(name)     \
  case __COUNTER__ - base: \
    section_##name(p);     \
    break;

#ifdef ONLY
#define ZOO_PICK(SECTIONS) ZOO_SECTION(ONLY)(p);
#else
#define ZOO_PICK(SECTIONS)     \
  enum { base = __COUNTER__ }; \
  switch (input[0]) { SECTIONS(ZOO_CASE) }
#endif

// Stands at the end of a file; SECTIONS(X) lists its sections. A section that is not listed is an unused function, and
// an error.
#define ZOO(SECTIONS)                             \
  int main(void) {                                \
    uint8_t input[64] = {0};                      \
    cairn_symbolic(input, sizeof input, "input"); \
    const uint8_t* p = input + 1;                 \
    ZOO_PICK(SECTIONS)                            \
    return 0;                                     \
  }

#endif

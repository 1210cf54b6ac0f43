// Shadow memory: a label for every byte of the program, what the byte was when it got it, and the map of granules (16
// bytes) that may hold one.
#pragma once

#include "runtime/recorder.h"

namespace cairn::runtime {

inline cairn_label* shadow(const void* p) {
  return reinterpret_cast<cairn_label*>(CAIRN_SHADOW_BASE + ((reinterpret_cast<uint64_t>(p) & CAIRN_SHADOW_MASK) << 2));
}

// What a byte was when it got its label; nothing where it has none.
inline uint8_t* witness(const void* p) {
  return reinterpret_cast<uint8_t*>(CAIRN_WITNESS_BASE + (reinterpret_cast<uint64_t>(p) & CAIRN_SHADOW_MASK));
}

// Memory holds already what got labels.
inline void bear_witness(const void* p, uint64_t n) { __builtin_memcpy(witness(p), p, n); }

inline uint32_t map_index(const void* p) {
  return static_cast<uint32_t>(reinterpret_cast<uint64_t>(p) >> CAIRN_MAP_SHIFT) & (CAIRN_MAP_SIZE - 1);
}

inline bool mapped(const void* p) { return __cairn_map[map_index(p)] != 0; }

// What a granule writes into its map byte: two granules that fold onto one byte differ in it, so that both are
// remembered for the next reset. Never zero.
constexpr unsigned kFoldShift = 32;
static_assert(CAIRN_MAP_SIZE << CAIRN_MAP_SHIFT == 0 &&
              static_cast<uint64_t>(CAIRN_MAP_SIZE) << CAIRN_MAP_SHIFT == 1ull << kFoldShift);
inline uint8_t map_tag(const void* p) {
  return static_cast<uint8_t>(0x80u | ((reinterpret_cast<uint64_t>(p) >> kFoldShift) & 0x7fu));
}
inline bool marked(const void* p) { return __cairn_map[map_index(p)] == map_tag(p); }

// True when no byte of [p, p + n) can have a label. False says nothing.
bool surely_concrete_slow(const void* p, uint64_t n);
inline bool surely_concrete(const void* p, uint64_t n) {
  constexpr uint64_t kAtOnce = 8;
  const uint32_t at = map_index(p);
  if (CAIRN_LIKELY(n <= (kAtOnce - 1) << CAIRN_MAP_SHIFT && at <= CAIRN_MAP_SIZE - kAtOnce)) {
    uint64_t word;
    __builtin_memcpy(&word, __cairn_map + at, kAtOnce);
    if (word == 0) return true;
  }
  return surely_concrete_slow(p, n);
}

// Must be called for every byte range before labels are written there; each label needs its witness.
void mark_slow(const void* p, uint64_t n);
inline void mark(const void* p, uint64_t n) {
  const char* last = static_cast<const char*>(p) + n - 1;
  if (CAIRN_UNLIKELY(!marked(p) || !marked(last) || n > (1u << CAIRN_MAP_SHIFT))) mark_slow(p, n);
}

// Drops labels of bytes that are not what they were, because code that is not recorded has written there, and of the
// values that they belong to.
void drop_false(const void* p, uint64_t n);

void map_shadow();  // reserves the address ranges; called once
// Forgets which granules hold labels, and the labels too if they are this process's own, touching only what held some.
void reset_shadow(bool labels);
void clear(void* p, uint64_t n);
void copy(void* to, const void* from, uint64_t n);

}  // namespace cairn::runtime

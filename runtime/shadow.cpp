// The first label in a granule sets its map byte and remembers the granule, so that a reset costs what the run touched.
// When the last one goes the byte is cleared: symbolic data that moves about would otherwise leave slow paths behind
// wherever it has been.
#include "runtime/shadow.h"

#include <string.h>
#include <sys/mman.h>

#include "runtime/kept.h"

// The map lies behind all other data: what lies on both sides of it would need its own tables of pages, and those of
// its labels too. The compiler has no name for that place; not large to the linker, because it would then not replace
// the loads of its address.
static_assert(CAIRN_MAP_SIZE == 0x10000000 && cairn::runtime::kPage == 4096);
asm(".pushsection .lbss.cairn_map,\"aw\",@nobits\n"
    ".globl __cairn_map\n"
    ".type __cairn_map, @object\n"
    ".size __cairn_map, 0x10000000\n"
    ".balign 4096\n"
    "__cairn_map: .zero 0x10000000\n"
    ".popsection");

namespace cairn::runtime {

namespace {

constexpr uint64_t kGranule = 1ull << CAIRN_MAP_SHIFT;

// The address sanitizer's shadow ends where ours begins, or a little later. Labels there would belong to the first half
// of a gigabyte behind a multiple of 16 TiB, where programs have no memory.
constexpr uint64_t kSanitizerShadow = 1ull << 31;
uint64_t shadow_without;  // how much of the beginning is left out

uint64_t granule_of(const void* p) { return reinterpret_cast<uint64_t>(p) & ~(kGranule - 1); }

uint64_t& emptied_entry(uint64_t granule) { return kept.emptied[(granule >> CAIRN_MAP_SHIFT) % kEmptied]; }

bool all_concrete(const cairn_label* labels, uint64_t n) {
  uint64_t i = 0;
  for (; n - i >= 8; i += 8) {
    cairn_label any = 0;
    for (uint64_t k = 0; k < 8; ++k) any |= labels[i + k];
    if (any != 0) return false;
  }
  for (; i < n; ++i)
    if (labels[i] != 0) return false;
  return true;
}

void list(uint64_t granule) {
  if (kept.any_emptied != 0 && emptied_entry(granule) == granule) {
    emptied_entry(granule) = 0;
    return;
  }
  if (kept.touched_count < kRemembered)
    kept.touched[kept.touched_count++] = granule;
  else
    kept.touched_overflow = 1;
}

// A value was written over: bytes of it that happen to be what they were are false too.
void drop_value(const uint8_t* p, cairn_label label) {
  const uint8_t* begin = p - (label & CAIRN_LANE_MASK);
  for (uint32_t lane = 0; lane <= CAIRN_LANE_MASK; ++lane) {
    cairn_label& one = *shadow(begin + lane);
    if (one == (label & ~CAIRN_LANE_MASK) + lane) one = 0;
  }
}

bool reserve(uint64_t begin, uint64_t size) {
  void* wanted = reinterpret_cast<void*>(begin);
  void* got = mmap(wanted, size, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (got == MAP_FAILED) return false;
  madvise(wanted, size, MADV_DONTDUMP);
  madvise(wanted, size, MADV_NOHUGEPAGE);
  return true;
}

// The granule's labels are all zero.
void unmark(uint64_t granule) {
  const void* p = reinterpret_cast<void*>(granule);
  if (kept.folded != 0 || !marked(p)) return;
  __cairn_map[map_index(p)] = 0;
  if (kept.touched_count > 0 && kept.touched_count <= kRemembered && kept.touched[kept.touched_count - 1] == granule) {
    --kept.touched_count;
    return;
  }
  emptied_entry(granule) = granule;
  kept.any_emptied = 1;
}

}  // namespace

bool surely_concrete_slow(const void* p, uint64_t n) {
  if (n == 0) return true;
  // Granules next to each other are bytes next to each other in the map, up to where it wraps around.
  uint64_t left = ((granule_of(static_cast<const char*>(p) + n - 1) - granule_of(p)) >> CAIRN_MAP_SHIFT) + 1;
  uint32_t at = map_index(p);
  while (left > 0) {
    const uint64_t here = left < CAIRN_MAP_SIZE - at ? left : CAIRN_MAP_SIZE - at;
    const uint8_t* byte = __cairn_map + at;
    const uint8_t* end = byte + here;
    for (; end - byte >= 8; byte += 8) {
      uint64_t word;
      memcpy(&word, byte, 8);
      if (word != 0) return false;
    }
    for (; byte < end; ++byte)
      if (*byte != 0) return false;
    left -= here;
    at = 0;
  }
  return true;
}

void mark_slow(const void* p, uint64_t n) {
  const uint64_t last = granule_of(static_cast<const char*>(p) + n - 1);
  for (uint64_t g = granule_of(p); g <= last; g += kGranule) {
    const void* granule = reinterpret_cast<void*>(g);
    if (marked(granule)) continue;
    if (mapped(granule)) kept.folded = 1;
    list(g);
    __cairn_map[map_index(granule)] = map_tag(granule);
  }
}

void drop_false(const void* p, uint64_t n) {
  const auto* bytes = static_cast<const uint8_t*>(p);
  const cairn_label* labels = shadow(p);
  const uint8_t* was = witness(p);
  for (uint64_t i = 0; i < n; ++i)  // where there is no label there need not be memory
    if (labels[i] != 0 && was[i] != bytes[i]) drop_value(bytes + i, labels[i]);
}

void map_shadow() {
  if (recorder.shadow_mapped || !reserve(CAIRN_WITNESS_BASE, CAIRN_WITNESS_SIZE)) return;
  const uint64_t tries[] = {0, kSanitizerShadow};
  for (const uint64_t without : tries) {
    if (!reserve(CAIRN_SHADOW_BASE + without, CAIRN_SHADOW_SIZE - without)) continue;
    shadow_without = without;
    recorder.shadow_mapped = true;
    return;
  }
}

void reset_shadow(bool labels) {
  if (kept.touched_overflow != 0 || kept.touched_count > kRemembered) {
    // Give the memory back altogether.
    if (labels) {
      madvise(reinterpret_cast<void*>(CAIRN_SHADOW_BASE + shadow_without), CAIRN_SHADOW_SIZE - shadow_without,
              MADV_DONTNEED);
      madvise(reinterpret_cast<void*>(CAIRN_WITNESS_BASE), CAIRN_WITNESS_SIZE, MADV_DONTNEED);
    }
    if (madvise(__cairn_map, sizeof(__cairn_map), MADV_REMOVE) != 0) memset(__cairn_map, 0, sizeof(__cairn_map));
  } else {
    for (uint32_t i = 0; i < kept.touched_count; ++i) {
      void* granule = reinterpret_cast<void*>(kept.touched[i]);
      if (labels) memset(shadow(granule), 0, kGranule * sizeof(cairn_label));
      if (mapped(granule)) __cairn_map[map_index(granule)] = 0;  // read first: that maps the page's neighbours too
    }
  }
  kept.touched_count = 0;
  kept.touched_overflow = 0;
  if (kept.any_emptied != 0) memset(kept.emptied, 0, sizeof(kept.emptied));
  kept.any_emptied = kept.folded = 0;
}

void clear(void* p, uint64_t n) {
  if (surely_concrete(p, n)) return;
  auto* at = static_cast<char*>(p);
  while (n > 0) {
    const uint64_t here = kGranule - (reinterpret_cast<uint64_t>(at) & (kGranule - 1));
    const uint64_t part = n < here ? n : here;
    if (mapped(at) && !all_concrete(shadow(at), part)) {
      memset(shadow(at), 0, part * sizeof(cairn_label));
      const uint64_t granule = granule_of(at);
      if (part == kGranule || all_concrete(shadow(reinterpret_cast<void*>(granule)), kGranule)) unmark(granule);
    }
    at += part;
    n -= part;
  }
}

// By granules of the source, so that only what gets a label is marked; overlapping ranges from the end that is read
// first.
void copy(void* to, const void* from, uint64_t n) {
  if (n == 0 || to == from) return;
  if (surely_concrete(from, n)) {
    clear(to, n);
    return;
  }
  auto* out = static_cast<char*>(to);
  const auto* in = static_cast<const char*>(from);
  auto copy_part = [&](uint64_t offset, uint64_t size) {
    if (!mapped(in + offset) || all_concrete(shadow(in + offset), size)) {
      clear(out + offset, size);
      return;
    }
    mark(out + offset, size);
    memmove(shadow(out + offset), shadow(in + offset), size * sizeof(cairn_label));
    memmove(witness(out + offset), witness(in + offset), size);
  };
  if (out < in) {
    for (uint64_t offset = 0; offset < n;) {
      const uint64_t here = kGranule - (reinterpret_cast<uint64_t>(in + offset) & (kGranule - 1));
      const uint64_t size = n - offset < here ? n - offset : here;
      copy_part(offset, size);
      offset += size;
    }
  } else {
    for (uint64_t end = n; end > 0;) {
      const uint64_t here = ((reinterpret_cast<uint64_t>(in + end) - 1) & (kGranule - 1)) + 1;
      const uint64_t size = end < here ? end : here;
      copy_part(end - size, size);
      end -= size;
    }
  }
}

}  // namespace cairn::runtime

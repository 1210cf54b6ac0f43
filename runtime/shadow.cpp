// The first label on a page sets its map byte and remembers the page, so that a reset costs what the run touched.
#include "runtime/shadow.h"

#include <string.h>
#include <sys/mman.h>

uint8_t __cairn_map[CAIRN_MAP_SIZE];

namespace cairn::runtime {

namespace {

constexpr uint64_t kGranule = 1ull << CAIRN_MAP_SHIFT;
constexpr uint32_t kRemembered = 1u << 16;

// Pages that hold labels, by address of their first byte. Past the end of the list the whole map is swept instead.
uint64_t touched[kRemembered];
uint32_t touched_count;
bool touched_overflow;

uint64_t granule_of(const void* p) { return reinterpret_cast<uint64_t>(p) & ~(kGranule - 1); }

}  // namespace

bool surely_concrete(const void* p, uint64_t n) {
  if (n == 0) return true;
  const uint64_t last = granule_of(static_cast<const char*>(p) + n - 1);
  for (uint64_t g = granule_of(p); g <= last; g += kGranule)
    if (mapped(reinterpret_cast<void*>(g))) return false;
  return true;
}

void mark_slow(const void* p, uint64_t n) {
  const uint64_t last = granule_of(static_cast<const char*>(p) + n - 1);
  for (uint64_t g = granule_of(p); g <= last; g += kGranule) {
    const void* page = reinterpret_cast<void*>(g);
    if (marked(page)) continue;
    __cairn_map[map_index(page)] = map_tag(page);
    if (touched_count < kRemembered)
      touched[touched_count++] = g;
    else
      touched_overflow = true;
  }
}

void map_shadow() {
  if (recorder.shadow_mapped) return;
  void* wanted = reinterpret_cast<void*>(CAIRN_SHADOW_BASE);
  void* got = mmap(wanted, CAIRN_SHADOW_SIZE, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (got == MAP_FAILED) return;
  madvise(wanted, CAIRN_SHADOW_SIZE, MADV_DONTDUMP);
  madvise(wanted, CAIRN_SHADOW_SIZE, MADV_NOHUGEPAGE);
  recorder.shadow_mapped = true;
}

void reset_shadow() {
  if (touched_overflow) {
    // Give the pages back altogether; the map is swept.
    madvise(reinterpret_cast<void*>(CAIRN_SHADOW_BASE), CAIRN_SHADOW_SIZE, MADV_DONTNEED);
    madvise(__cairn_map, sizeof(__cairn_map), MADV_DONTNEED);
    memset(__cairn_map, 0, sizeof(__cairn_map));
  } else {
    for (uint32_t i = 0; i < touched_count; ++i) {
      void* page = reinterpret_cast<void*>(touched[i]);
      memset(shadow(page), 0, kGranule * sizeof(cairn_label));
      __cairn_map[map_index(page)] = 0;
    }
  }
  touched_count = 0;
  touched_overflow = false;
}

void clear(void* p, uint64_t n) {
  auto* at = static_cast<char*>(p);
  while (n > 0) {
    const uint64_t here = kGranule - (reinterpret_cast<uint64_t>(at) & (kGranule - 1));
    const uint64_t part = n < here ? n : here;
    if (mapped(at)) memset(shadow(at), 0, part * sizeof(cairn_label));
    at += part;
    n -= part;
  }
}

void copy(void* to, const void* from, uint64_t n) {
  if (n == 0 || to == from) return;
  if (surely_concrete(from, n)) {
    clear(to, n);
    return;
  }
  mark(to, n);
  memmove(shadow(to), shadow(from), n * sizeof(cairn_label));
}

}  // namespace cairn::runtime

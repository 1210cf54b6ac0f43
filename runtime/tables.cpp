// Tables of the C library's character classes, variables of the recorded modules, and blocks of the heap that the
// address was reached from. What is said wrongly here (an address inside a block may look like the begin of one) makes
// a table too long or a value pinned, never a wrong constraint: a table holds what the memory holds, and the recorded
// path says that the offset lies inside.
#include "runtime/tables.h"

#include <ctype.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "runtime/heap.h"
#include "runtime/recorder.h"

namespace cairn::runtime {
namespace {

// By address, each module's where it was loaded; they do not overlap.
cairn_static* known_statics;
uint64_t statics_count, statics_capacity;
const char* heap_begin;

bool make_room(uint64_t more) {
  if (statics_count + more <= statics_capacity) return true;
  uint64_t capacity = statics_capacity ? statics_capacity : 1024;
  while (statics_count + more > capacity) capacity *= 2;
  void* fresh =
      mmap(nullptr, capacity * sizeof(cairn_static), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (fresh == MAP_FAILED) return false;
  if (known_statics != nullptr) {
    memcpy(fresh, known_statics, statics_count * sizeof(cairn_static));
    munmap(known_statics, statics_capacity * sizeof(cairn_static));
  }
  known_statics = static_cast<cairn_static*>(fresh);
  statics_capacity = capacity;
  return true;
}

// Entries for -128 to 255. Facets of the C++ library hold pointers to them.
template <class Entry>
Object table_around(const Entry* middle, const void* address) {
  const Entry* start = middle - 128;
  if (address < static_cast<const void*>(start) || address >= static_cast<const void*>(middle + 256)) return {};
  return {start, 384 * sizeof(Entry)};
}

Object character_table(const void* address) {
  if (const Object table = table_around(*__ctype_b_loc(), address); table.start != nullptr) return table;
  if (const Object table = table_around(*__ctype_tolower_loc(), address); table.start != nullptr) return table;
  return table_around(*__ctype_toupper_loc(), address);
}

Object static_around(const void* address) {
  uint64_t begin = 0, end = statics_count;  // the last that starts no later is among these, if there is one
  while (begin < end) {
    const uint64_t middle = (begin + end) / 2;
    if (known_statics[middle].start <= address)
      begin = middle + 1;
    else
      end = middle;
  }
  if (begin == 0) return {};
  const cairn_static& last = known_statics[begin - 1];
  if (address >= static_cast<const char*>(last.start) + last.size) return {};
  return {last.start, last.size};
}

// The allocator looks at the block behind one that it is asked about, which must be there if this is none.
bool may_be_block(const char* start, const char* end) {
  constexpr uint64_t kAlignment = 16, kHeader = 16, kFlags = 7;
  if (start < heap_begin + kHeader || start >= end || reinterpret_cast<uint64_t>(start) % kAlignment != 0) return false;
  uint64_t word;
  memcpy(&word, start - sizeof(word), sizeof(word));
  const uint64_t size = word & ~kFlags;
  return size % kAlignment == 0 && size >= 2 * kHeader && size < static_cast<uint64_t>(end - start);
}

// Of the allocator's main heap.
Object block_at(const void* base, const void* address) {
  auto* start = static_cast<const char*>(base);
  const auto* end = static_cast<const char*>(sbrk(0));
  if (!allocator_tells_sizes() || !may_be_block(start, end)) return {};
  const uint64_t size = malloc_usable_size(const_cast<char*>(start));
  if (size > static_cast<uint64_t>(end - start) || address < base || address >= start + size) return {};
  return {start, size};
}

}  // namespace

void note_heap() { heap_begin = static_cast<const char*>(sbrk(0)); }

void learn_statics(const cairn_static* statics) {
  uint64_t more = 0;
  while (statics[more].start != nullptr) ++more;
  if (!make_room(more)) return;  // unknown objects are pinned: never wrong
  memcpy(known_statics + statics_count, statics, more * sizeof(cairn_static));
  statics_count += more;
}

void sort_statics() {
  qsort(known_statics, statics_count, sizeof(cairn_static), [](const void* a, const void* b) {
    const auto* one = static_cast<const cairn_static*>(a);
    const auto* other = static_cast<const cairn_static*>(b);
    return one->start < other->start ? -1 : one->start > other->start ? 1 : 0;
  });
}

Object object_around(const void* address, const void* base) {
  if (const Object table = character_table(address); table.start != nullptr) return table;
  if (const Object found = static_around(address); found.start != nullptr) return found;
  return block_at(base, address);
}

}  // namespace cairn::runtime

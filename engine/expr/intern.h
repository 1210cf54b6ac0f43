// The hash table behind exact interning: open addressing, a power of two of entries, each a 32-bit tag and an id.
// The tag spares most looks at the nodes themselves; it also holds enough of the hash to rebuild the table.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/expr/expr.h"

namespace cairn::expr {

// Of the record as it stands: ids differ between DAGs, so this is not the structural hash.
inline std::uint64_t key_hash(const Node& key, std::uint64_t high) {
  const std::uint64_t w0 = static_cast<std::uint64_t>(key.op) | static_cast<std::uint64_t>(key.width) << 8 |
                           static_cast<std::uint64_t>(key.a.value) << 32;
  const std::uint64_t w1 = key.b.value | static_cast<std::uint64_t>(key.c.value) << 32;
  const std::uint64_t w2 = key.imm ^ (high * 0x9e3779b97f4a7c15ull);
  u128 product = static_cast<u128>(w0 ^ (w2 * 0xd6e8feb86659fd93ull)) * ((w1 + w2) ^ 0xa0761d6478bd642full);
  std::uint64_t h = static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
  return (h ^ w0) * 0xe7037ed1a0b428dbull;
}

class InternTable {
 public:
  InternTable() : entries_(kInitial, 0), mask_(kInitial - 1) {}

  // The id of an entry with this hash for which same(id) holds, or the place where it would go.
  template <class Same>
  ExprId find(std::uint64_t hash, Same&& same) {
    const std::uint32_t tag = tag_of(hash);
    for (std::size_t i = tag & mask_;; i = (i + 1) & mask_) {
      const std::uint64_t entry = entries_[i];
      if (entry == 0) return {};
      if (static_cast<std::uint32_t>(entry >> 32) != tag) continue;
      const ExprId id(static_cast<std::uint32_t>(entry) - 1);
      if (same(id)) return id;
    }
  }

  // Requires: find() did not find it.
  void insert(std::uint64_t hash, ExprId id) {
    if (2 * (used_ + 1) > entries_.size()) grow();
    place(static_cast<std::uint64_t>(tag_of(hash)) << 32 | (id.value + 1));
    ++used_;
  }

  [[nodiscard]] std::size_t memory_bytes() const { return entries_.capacity() * sizeof(std::uint64_t); }

 private:
  static constexpr std::size_t kInitial = 1024;

  // An id is below 2^32 - 1, so the tag alone chooses the place, also in the largest table.
  static std::uint32_t tag_of(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 32); }

  void place(std::uint64_t entry) {
    std::size_t i = (entry >> 32) & mask_;
    while (entries_[i] != 0) i = (i + 1) & mask_;
    entries_[i] = entry;
  }

  void grow() {
    std::vector<std::uint64_t> old(entries_.size() * 2, 0);
    old.swap(entries_);
    mask_ = entries_.size() - 1;
    for (const std::uint64_t entry : old) {
      if (entry != 0) place(entry);
    }
  }

  std::vector<std::uint64_t> entries_;
  std::size_t mask_;
  std::size_t used_ = 0;
};

}  // namespace cairn::expr

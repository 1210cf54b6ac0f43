// A cache from translated nodes (operands replaced by expressions) to expressions, in front of the DAG.
//
// Runs of one program make the same nodes in the same order for long stretches, even after they have left each other's
// paths. So entries are kept in order of insertion, and the first guess is the one behind the last hit: a sequential
// read instead of the two or three cache misses of a hash table. Lossy: when it is full it starts anew.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "abi/cairn_abi.h"
#include "engine/base/hash.h"
#include "engine/expr/expr.h"

namespace cairn::trace {

class NodeCache {
 public:
  // The expression of an equal node; invalid when it is not known.
  expr::ExprId find(const cairn_node& key) {
    if (last_ + 1 < entries_.size() && equal(entries_[last_ + 1].key, key)) return entries_[++last_].expr;
    const std::uint32_t at = places_[place(key)];
    if (at >= entries_.size() || !equal(entries_[at].key, key)) return {};
    last_ = at;
    return entries_[at].expr;
  }

  void insert(const cairn_node& key, expr::ExprId expr) {
    if (entries_.size() == kEntries) {
      entries_.clear();
      places_.assign(places_.size(), kNone);
    } else if (entries_.size() == places_.size()) {
      places_.assign(2 * places_.size(), kNone);
      for (std::uint32_t i = 0; i < entries_.size(); ++i) places_[place(entries_[i].key)] = i;
    }
    last_ = static_cast<std::uint32_t>(entries_.size());
    places_[place(key)] = last_;
    entries_.push_back({key, expr});
  }

 private:
  static constexpr std::size_t kEntries = 1u << 20;
  static constexpr std::uint32_t kNone = 0xffffffffu;

  struct Entry {
    cairn_node key;
    expr::ExprId expr;
  };

  static bool equal(const cairn_node& a, const cairn_node& b) { return std::memcmp(&a, &b, sizeof a) == 0; }
  [[nodiscard]] std::size_t place(const cairn_node& key) const {
    std::uint64_t words[2];
    std::memcpy(words, &key, sizeof words);
    return base::mix(words[0] * 0x9e3779b97f4a7c15ull ^ words[1]) & (places_.size() - 1);
  }

  std::vector<Entry> entries_;
  std::vector<std::uint32_t> places_ = std::vector<std::uint32_t>(256, kNone);  // a power of two
  std::uint32_t last_ = 0;
};

}  // namespace cairn::trace

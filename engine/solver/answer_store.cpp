#include "engine/solver/answer_store.h"

#include <algorithm>
#include <unordered_map>

#include "engine/base/check.h"
#include "engine/base/hash.h"

namespace cairn::solver {
namespace {

class MemoryStore final : public AnswerStore {
 public:
  std::optional<StoredAnswer> lookup(std::span<const std::uint64_t> constraints) override {
    if (const auto found = sat_.find(query_key(constraints)); found != sat_.end()) return found->second;
    for (const std::uint64_t hash : constraints) {
      const auto filed = cores_.find(hash);
      if (filed == cores_.end()) continue;
      // A query may have thousands of conditions, a core has a few: most are told by the first that is missing.
      const auto there = [&](std::uint64_t member) { return std::ranges::binary_search(constraints, member); };
      for (const StoredAnswer& answer : filed->second)
        if (std::ranges::all_of(answer.core, there)) return answer;
    }
    return std::nullopt;
  }

  void insert(std::span<const std::uint64_t> constraints, const StoredAnswer& answer) override {
    if (answer.sat) {
      sat_.insert_or_assign(query_key(constraints), answer);
      return;
    }
    CHECK(!answer.core.empty() && std::ranges::is_sorted(answer.core));
    // A core is filed under one of its members only: the one with the fewest cores so far, so that a condition which
    // stands at the start of every path does not collect them all.
    std::vector<StoredAnswer>* best = nullptr;
    for (const std::uint64_t hash : answer.core) {
      auto& filed = cores_[hash];
      if (best == nullptr || filed.size() < best->size()) best = &filed;
    }
    best->push_back(answer);
  }

 private:
  std::unordered_map<std::uint64_t, StoredAnswer> sat_;
  std::unordered_map<std::uint64_t, std::vector<StoredAnswer>> cores_;
};

}  // namespace

std::unique_ptr<AnswerStore> make_memory_store() { return std::make_unique<MemoryStore>(); }

std::uint64_t query_key(std::span<const std::uint64_t> constraints) {
  std::uint64_t sum = 0, mixed = 0;
  for (const std::uint64_t hash : constraints) {
    sum += base::mix(hash);
    mixed ^= base::mix(hash + 0x9e3779b97f4a7c15ull);
  }
  return base::combine(base::combine(constraints.size(), sum), mixed);
}

}  // namespace cairn::solver

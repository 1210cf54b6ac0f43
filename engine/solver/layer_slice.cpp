// Slice: constraints that share no input byte with the goal, not even by way of others, cannot change the answer as
// long as their bytes keep the parent's values, which satisfy them. (Constraint independence of EXE and KLEE: Cadar et
// al., CCS 2006; here by union-find over bytes, and starting also from constraints the parent violates, should there be
// any.)
#include <algorithm>

#include "engine/solver/answers.h"
#include "engine/solver/layer.h"
#include "engine/solver/layers.h"

namespace cairn::solver {
namespace {

// Disjoint sets of bytes, emptied in constant time.
class Groups {
 public:
  void clear() {
    for (const std::uint32_t i : used_) parent_[i] = kUnused;
    used_.clear();
  }
  std::uint32_t find(expr::ByteId byte) {
    std::uint32_t i = byte.value;
    if (i >= parent_.size()) parent_.resize(i + 1, kUnused);
    if (parent_[i] == kUnused) {
      parent_[i] = i;
      used_.push_back(i);
    }
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(expr::ByteId a, expr::ByteId b) { parent_[find(a)] = find(b); }

 private:
  static constexpr std::uint32_t kUnused = 0xffffffffu;
  std::vector<std::uint32_t> parent_;
  std::vector<std::uint32_t> used_;
};

class Slice final : public Layer {
 public:
  Slice(Shared& shared, Below below) : Layer(shared.context, "slice", std::move(below)), shared_(shared) {}

 protected:
  Answer decide(const Query& query) override {
    if (query.constraints.empty()) return ask_below(query);
    const Part part = slice(query);
    Answer answer = part.lift(ask_below(part.query));
    if (answer.verdict == Verdict::sat) {
      const expr::Assignment values = std::move(answer.assignment);
      answer.assignment = *query.parent;
      for (const expr::ExprId id : part.query.constraints)
        for (const expr::ByteId byte : shared_.supports.of(id)) answer.assignment.set(byte, values.get(byte));
    }
    return answer;
  }

 private:
  Part slice(const Query& query) {
    groups_.clear();
    for (const expr::ExprId id : query.constraints) {
      const auto bytes = shared_.supports.of(id);
      for (std::size_t i = 1; i < bytes.size(); ++i) groups_.join(bytes[i - 1], bytes[i]);
    }
    const auto last = static_cast<std::uint32_t>(query.constraints.size() - 1);
    std::vector<bool> wanted(query.constraints.size());
    wanted[last] = true;
    for (const std::uint32_t index : shared_.truth.violated(query)) wanted[index] = true;

    std::vector<std::uint32_t> roots;
    for (std::uint32_t i = 0; i <= last; ++i)
      if (const auto bytes = shared_.supports.of(query.constraints[i]); wanted[i] && !bytes.empty())
        roots.push_back(groups_.find(bytes.front()));
    std::ranges::sort(roots);

    Part part(query);
    for (std::uint32_t i = 0; i <= last; ++i) {
      const auto bytes = shared_.supports.of(query.constraints[i]);
      if (wanted[i] || (!bytes.empty() && std::ranges::binary_search(roots, groups_.find(bytes.front()))))
        part.keep(query, i);
    }
    return part;
  }

  Shared& shared_;
  Groups groups_;
};

}  // namespace

Below with_slice(Shared& shared, Below below) { return std::make_unique<Slice>(shared, std::move(below)); }

}  // namespace cairn::solver

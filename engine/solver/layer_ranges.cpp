// Ranges: what comparisons with constants leave of a term is a set of intervals (comparison.h). An empty one refutes
// the query, whatever the term is; so does a condition that is false for all values its parts can have (bounds.h). A
// value from each set is often all that is asked for. Arithmetic on whole words, loop counters and lengths come down to
// this, where tables of single bytes (the domains) see nothing.
#include <algorithm>
#include <map>
#include <unordered_map>

#include "engine/base/hash.h"
#include "engine/expr/evaluate.h"
#include "engine/solver/answers.h"
#include "engine/solver/bounds.h"
#include "engine/solver/comparison.h"
#include "engine/solver/layer.h"
#include "engine/solver/layers.h"
#include "engine/solver/left.h"

namespace cairn::solver {
namespace {

using expr::ByteId;
using expr::ExprId;

constexpr std::size_t kComparisonsKept = 1u << 16;
constexpr unsigned kCandidates = 4;

Interval hull(const ByteSet& set) {
  const auto values = set.values();
  return {values.at[0], values.at[values.count - 1]};
}

class Ranges final : public Layer {
 public:
  Ranges(Shared& shared, Below below) : Layer(shared.context, "ranges", std::move(below)), shared_(shared) {}

 protected:
  Answer decide(const Query& query) override {
    Known known;
    if (auto refuted = read(query, known)) return std::move(*refuted);
    if (auto refuted = refute(query, known)) return std::move(*refuted);
    if (auto found = choose(query, known)) return std::move(*found);
    return ask_below(query);
  }

 private:
  struct Known {
    Domains bytes;
    std::map<ExprId, Left<IntervalSet>> terms;
    std::vector<std::uint32_t> others;  // constraints that neither accounts for
  };

  std::optional<Answer> read(const Query& query, Known& known) {
    for (auto i = static_cast<std::uint32_t>(query.constraints.size()); i-- > 0;) {
      const ExprId id = query.constraints[i];
      if (const auto bytes = shared_.supports.of(id); bytes.size() == 1) {
        auto& left = known.bytes.of(bytes.front());
        const ByteSet allowed = shared_.byte_conditions.allowed(id, bytes.front());
        if (!left.narrow(allowed, i)) return unsat(sorted(left.narrowing));
      } else if (const auto& comparison = comparison_of(id)) {
        auto& left =
            known.terms.try_emplace(comparison->term, Left<IntervalSet>{IntervalSet::all(comparison->allowed.width())})
                .first->second;
        if (!left.narrow(comparison->allowed, i)) return unsat(shrunk(query, left.narrowing));
      } else {
        known.others.push_back(i);
      }
    }
    return std::nullopt;
  }

  // Is there a condition that is false whatever the inputs are, as far as they are bounded?
  std::optional<Answer> refute(const Query& query, const Known& known) {
    Bounds bounds(shared_.dag);
    for (const auto& [byte, left] : known.bytes) bounds.assume(byte, hull(left.allowed));
    for (const auto& [term, left] : known.terms)
      if (shared_.dag.node(term).op == expr::Op::Input) bounds.assume(term, left.allowed.hull());
    for (const auto& [term, left] : known.terms) {
      if (shared_.dag.node(term).op == expr::Op::Input) continue;
      const Interval interval = bounds.of(term);
      IntervalSet possible = left.allowed;
      possible &= IntervalSet::range(possible.width(), interval.low, interval.high);
      if (possible.empty()) return unsat(with_leaves(term, left.narrowing, known));
    }
    for (const std::uint32_t index : known.others)
      if (bounds.of(query.constraints[index]).high == 0)
        return unsat(with_leaves(query.constraints[index], {index}, known));
    return std::nullopt;
  }

  // A value from each set, if that satisfies everything.
  std::optional<Answer> choose(const Query& query, const Known& known) {
    expr::Evaluator all(shared_.dag, query.constraints);
    for (unsigned round = 0; round < kCandidates; ++round) {
      const std::uint64_t salt = base::combine(shared_.dag.hash(query.constraints.back()), round);
      expr::Assignment candidate = *query.parent;
      for (const auto& [term, left] : known.terms) {
        const expr::Node& node = shared_.dag.node(term);
        if (node.op != expr::Op::Input) continue;
        const ByteId first(static_cast<std::uint32_t>(node.imm));
        std::uint64_t value = 0;
        for (unsigned i = 0; i < node.width / 8u; ++i)
          value |= std::uint64_t{candidate.get(ByteId(first.value + i))} << (8 * i);
        if (left.allowed.contains(value)) continue;
        value = pick(left.allowed, salt);
        for (unsigned i = 0; i < node.width / 8u; ++i)
          candidate.set(ByteId(first.value + i), static_cast<std::uint8_t>(value >> (8 * i)));
      }
      for (const auto& [byte, left] : known.bytes) {
        if (left.allowed.contains(candidate.get(byte))) continue;
        const auto values = left.allowed.values();
        candidate.set(byte, values.at[base::combine(salt, byte.value) % values.count]);
      }
      if (all.first_zero(candidate) == query.constraints.size()) return sat(std::move(candidate));
    }
    return std::nullopt;
  }

  // The ends of intervals as often as what lies between: programs are wrong there.
  static std::uint64_t pick(const IntervalSet& set, std::uint64_t salt) {
    const Interval& in = set.intervals()[salt % set.intervals().size()];
    switch ((salt >> 32) % 4) {
      case 0:
        return in.low;
      case 1:
        return in.high;
      default:
        return in.low + (in.high - in.low == ~0ull ? salt : base::mix(salt) % (in.high - in.low + 1));
    }
  }

  // What the bounds of a term rest on.
  std::vector<std::uint32_t> with_leaves(ExprId term, std::vector<std::uint32_t> core, const Known& known) {
    const auto support = shared_.supports.of(term);
    const auto add = [&](const std::vector<std::uint32_t>& more) { core.insert(core.end(), more.begin(), more.end()); };
    for (const auto& [byte, left] : known.bytes)
      if (std::ranges::binary_search(support, byte)) add(left.narrowing);
    for (const auto& [leaf, left] : known.terms)
      if (leaf != term && shared_.dag.node(leaf).op == expr::Op::Input &&
          std::ranges::any_of(shared_.supports.of(leaf),
                              [&](ByteId byte) { return std::ranges::binary_search(support, byte); }))
        add(left.narrowing);
    return sorted(std::move(core));
  }

  // Drops what a contradiction between comparisons of one term does not need, oldest first.
  std::vector<std::uint32_t> shrunk(const Query& query, std::vector<std::uint32_t> core) {
    for (std::size_t drop = core.size(); drop-- > 0;) {
      IntervalSet rest = IntervalSet::all(comparison_of(query.constraints[core.front()])->allowed.width());
      for (std::size_t i = 0; i < core.size(); ++i)
        if (i != drop) rest &= comparison_of(query.constraints[core[i]])->allowed;
      if (rest.empty()) core.erase(core.begin() + static_cast<std::ptrdiff_t>(drop));
    }
    return sorted(std::move(core));
  }

  static std::vector<std::uint32_t> sorted(std::vector<std::uint32_t> core) {
    std::ranges::sort(core);
    core.erase(std::ranges::unique(core).begin(), core.end());
    return core;
  }

  const std::optional<Comparison>& comparison_of(ExprId id) {
    if (const auto found = comparisons_.find(id); found != comparisons_.end()) return found->second;
    if (comparisons_.size() >= kComparisonsKept) comparisons_.clear();
    return comparisons_.emplace(id, as_comparison(shared_.dag, id)).first->second;
  }

  Shared& shared_;
  std::unordered_map<ExprId, std::optional<Comparison>> comparisons_;
};

}  // namespace

Below with_ranges(Shared& shared, Below below) { return std::make_unique<Ranges>(shared, std::move(below)); }

}  // namespace cairn::solver

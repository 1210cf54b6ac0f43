#include "engine/solver/enumeration.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "engine/base/hash.h"
#include "engine/expr/evaluate.h"
#include "engine/expr/id_map.h"
#include "engine/solver/answers.h"
#include "engine/solver/refuted_states.h"

namespace cairn::solver {
namespace {

using expr::ByteId;
using expr::ExprId;

constexpr std::uint32_t kConstant = 0;  // the level of what depends on no byte; that of the first byte is 1

// A byte, its values in the order they are tried, and what is evaluated when it has one.
struct Level {
  ByteId byte;
  std::vector<std::uint8_t> values;
  struct Test {
    std::uint32_t constraint;
    std::size_t root;  // of the evaluator
    std::size_t cost;
  };
  std::vector<Test> tests;
  std::size_t kept_begin = 0, kept_end = 0;  // roots that later levels use
  std::size_t kept_cost = 0;
  // What later levels see of this one and those before it: roots, and bytes that are read together with later ones.
  std::vector<std::size_t> seen_roots;
  std::vector<ByteId> seen_bytes;
  RefutedStates states;
};

class Enumeration {
 public:
  Enumeration(Shared& shared, const Query& query, const Domains& domains, std::span<const std::uint32_t> wider,
              std::uint64_t limit)
      : shared_(shared),
        query_(query),
        domains_(domains),
        wider_(wider),
        limit_(limit),
        rejected_(query.constraints.size()) {}

  Answer run() {
    collect();
    for (const auto& [byte, domain] : domains_) values_.emplace(byte, values_of(byte, domain.allowed));
    if (!order_bytes() || !arrange()) return unknown(Limit::steps);
    expr::Assignment candidate = *query_.parent;
    std::vector<std::size_t> next(levels_.size());
    if (constants_ > 0) evaluator_->run_part(candidate, 0, constants_);
    for (std::size_t depth = 0;;) {
      Level& level = levels_[depth];
      if (next[depth] == level.values.size()) {
        if (depth == 0) return unsat(core());
        next[depth--] = 0;
        levels_[depth].states.refute();
        continue;
      }
      candidate.set(level.byte, level.values[next[depth]++]);
      if (spent()) return unknown(Limit::steps);
      if (!passes(level, candidate)) continue;
      if (depth + 1 == levels_.size()) return sat(std::move(candidate));
      if (level.states.enter([&](RefutedStates::State& state) { see(level, candidate, state); })) ++depth;
    }
  }

 private:
  // Out of steps or out of time. The clock is read once in so many steps.
  bool spent() {
    constexpr std::uint64_t kStepsPerLook = 1u << 14;
    if (steps_ >= next_look_) {
      next_look_ = steps_ + kStepsPerLook;
      if (shared_.context.over()) steps_ = std::max(steps_, limit_);
    }
    return steps_ >= limit_;
  }

  // A byte without a level, and the conditions on it, by their place in wider_. The logarithm is a whole number, so
  // that sums come out the same in any order.
  struct Waiting {
    std::uint64_t bits = 0;
    std::vector<std::uint32_t> conditions;
  };

  // Always the condition that has the fewest combinations left to try, so that it can reject soon. False when that
  // took all steps.
  bool order_bytes() {
    std::unordered_map<ByteId, Waiting> waiting;
    for (const auto& [byte, values] : values_)
      waiting[byte].bits = static_cast<std::uint64_t>(std::llround(std::log2(values.size()) * 0x1p20));
    const auto bytes_of = [&](std::uint32_t place) {
      const auto bytes = shared_.supports.of(query_.constraints[wider_[place]]);
      steps_ += bytes.size();
      return bytes;
    };
    struct Open {  // of a condition's bytes without a level: the combinations, and how many there are
      std::uint64_t bits = 0;
      std::size_t bytes = 0;
    };
    std::vector<Open> open(wider_.size());
    std::vector<std::uint32_t> left;
    for (std::uint32_t place = 0; place < wider_.size() && !spent(); ++place) {
      left.push_back(place);
      for (const ByteId byte : bytes_of(place)) {
        Waiting& each = waiting.at(byte);
        each.conditions.push_back(place);
        open[place].bits += each.bits;
        ++open[place].bytes;
      }
    }
    while (!left.empty() && !spent()) {
      const std::uint32_t best =
          *std::ranges::min_element(left, {}, [&](std::uint32_t place) { return open[place].bits; });
      std::vector<ByteId> fresh;
      for (const ByteId byte : bytes_of(best))
        if (waiting.contains(byte)) fresh.push_back(byte);
      std::ranges::sort(fresh, {}, [&](ByteId byte) { return std::pair(values_.at(byte).size(), byte); });
      for (const ByteId byte : fresh) {
        const Waiting& each = waiting.at(byte);
        for (const std::uint32_t place : each.conditions) {
          open[place].bits -= each.bits;
          --open[place].bytes;
        }
        steps_ += each.conditions.size();
        waiting.erase(byte);
        add_level(byte);
      }
      steps_ += left.size();
      std::erase_if(left, [&](std::uint32_t place) { return open[place].bytes == 0; });
    }
    for (const auto& [byte, domain] : domains_)
      if (waiting.contains(byte)) add_level(byte);
    return !spent();
  }

  void add_level(ByteId byte) {
    Level level;
    level.byte = byte;
    level.values = std::move(values_.at(byte));
    levels_.push_back(std::move(level));
    level_of_.emplace(byte, static_cast<std::uint32_t>(levels_.size()));
  }

  // What terms over several bytes see of one: terms over this one only.
  struct Seen {
    std::vector<ExprId> terms;
    bool whole = false;  // or all of it
  };

  void collect() {
    expr::IdMap known;
    expr::Walk walk;
    for (const std::uint32_t constraint : wider_)
      expr::post_order(
          shared_.dag, query_.constraints[constraint], walk, [&](ExprId id) { return known.contains(id); },
          [&](ExprId id) {
            known.insert(id, 0);
            nodes_.push_back(id);
            look_at_bytes(id);
          });
  }

  void look_at_bytes(ExprId id) {
    const auto bytes = shared_.supports.of(id);
    if (bytes.size() < 2) return;
    if (shared_.dag.node(id).op == expr::Op::Input)
      for (const ByteId byte : bytes) seen_[byte].whole = true;
    each_part(id, [&](ExprId part) {
      const auto of_part = shared_.supports.of(part);
      if (of_part.size() != 1) return;
      Seen& seen = seen_[of_part.front()];
      if (shared_.dag.node(part).op == expr::Op::Input) {
        seen.whole = true;
      } else if (std::ranges::find(seen.terms, part) == seen.terms.end()) {
        seen.terms.push_back(part);
      }
    });
  }

  // One value of each class that the wider conditions tell apart: of all characters, one of each kind that a scanner
  // knows. The parent's value first. Otherwise any, as far as the goal's hash is random: that keeps the inputs diverse
  // and the answer a function of the query.
  std::vector<std::uint8_t> values_of(ByteId byte, const ByteSet& set) {
    const auto allowed = set.values();
    const auto* const end = allowed.at.data() + allowed.count;
    const auto* start = std::find(allowed.at.data(), end, query_.parent->get(byte));
    if (start == end)
      start =
          allowed.at.data() + base::combine(shared_.dag.hash(query_.constraints.back()), byte.value) % allowed.count;
    std::vector<std::uint8_t> values(start, end);
    values.insert(values.end(), allowed.at.data(), start);

    const Seen& seen = seen_[byte];
    std::array<std::uint64_t, 256> classes{};
    if (seen.whole || seen.terms.size() > sizeof classes[0]) return values;
    for (const ExprId term : seen.terms) {
      const ByteConditions::Classes& more = shared_.byte_conditions.classes(term, byte);
      for (unsigned value = 0; value < classes.size(); ++value) classes[value] = classes[value] << 8 | more[value];
    }
    std::unordered_set<std::uint64_t> met;
    std::erase_if(values, [&](std::uint8_t value) { return !met.insert(classes[value]).second; });
    return values;
  }

  template <class Visit>
  void each_part(ExprId id, const Visit& visit) const {
    const expr::Node& node = shared_.dag.node(id);
    for (const ExprId part : {node.a, node.b, node.c})
      if (part.valid()) visit(part);
    if (node.op != expr::Op::TableRead) return;
    for (const ExprId part : shared_.dag.table(expr::TableId(static_cast<std::uint32_t>(node.imm))).exprs)
      if (part.valid()) visit(part);
  }

  // A node, the level where it has a value, and the last level that uses it.
  struct Placed {
    ExprId id;
    std::uint32_t level, last_use;
  };

  // Compiles everything in order of levels: within one, the conditions to test, then what later levels need. False when
  // that took all steps.
  bool arrange() {
    expr::IdMap places;
    std::vector<Placed> placed;
    byte_last_use_.assign(levels_.size() + 1, 0);
    for (const ExprId id : nodes_) {
      places.insert(id, static_cast<std::uint32_t>(placed.size()));
      placed.push_back(place(id, [&](ExprId part) -> Placed& { return placed[places.find(part)]; }));
    }

    std::vector<ExprId> roots;
    std::vector<std::vector<Placed>> kept(levels_.size() + 1);  // by level
    for (const Placed& node : placed) {
      if (node.level == kConstant) roots.push_back(node.id);
      if (node.level != kConstant && node.last_use > node.level) kept[node.level].push_back(node);
    }
    constants_ = roots.size();
    std::vector<std::vector<std::uint32_t>> tested(levels_.size() + 1);
    for (const std::uint32_t constraint : wider_)
      tested[placed[places.find(query_.constraints[constraint])].level].push_back(constraint);
    for (std::uint32_t at = 1; at <= levels_.size() && !spent(); ++at) {
      Level& here = levels_[at - 1];
      for (const std::uint32_t constraint : tested[at]) {
        here.tests.push_back({constraint, roots.size(), 0});
        roots.push_back(query_.constraints[constraint]);
      }
      here.kept_begin = roots.size();
      for (const Placed& node : kept[at]) {
        steps_ += node.last_use - at;
        for (std::uint32_t seen = at; seen < node.last_use; ++seen)
          levels_[seen - 1].seen_roots.push_back(roots.size());
        roots.push_back(node.id);
      }
      here.kept_end = roots.size();
      if (byte_last_use_[at] > at) steps_ += byte_last_use_[at] - at;
      for (std::uint32_t seen = at; seen < byte_last_use_[at]; ++seen)
        levels_[seen - 1].seen_bytes.push_back(here.byte);
    }
    if (spent()) return false;
    evaluator_.emplace(shared_.dag, roots);
    for (Level& each : levels_) {
      for (Level::Test& test : each.tests) test.cost = evaluator_->part_size(test.root, test.root + 1) + 1;
      each.kept_cost = evaluator_->part_size(each.kept_begin, each.kept_end);
    }
    return true;
  }

  // Also tells what it uses that it does.
  template <class PlacedOf>
  Placed place(ExprId id, const PlacedOf& of) {
    const expr::Node& node = shared_.dag.node(id);
    Placed result{id, kConstant, 0};
    if (node.op == expr::Op::Input) {
      std::vector<std::uint32_t> levels;
      for (std::uint32_t i = 0; i < node.width / 8u; ++i)
        levels.push_back(level_of_.at(ByteId(static_cast<std::uint32_t>(node.imm) + i)));
      result.level = std::ranges::max(levels);
      for (const std::uint32_t level : levels) byte_last_use_[level] = std::max(byte_last_use_[level], result.level);
      return result;
    }
    each_part(id, [&](ExprId part) { result.level = std::max(result.level, of(part).level); });
    each_part(id, [&](ExprId part) { of(part).last_use = std::max(of(part).last_use, result.level); });
    return result;
  }

  void see(const Level& level, const expr::Assignment& candidate, RefutedStates::State& state) {
    state.clear();
    for (const ByteId byte : level.seen_bytes) state.push_back(candidate.get(byte));
    for (const std::size_t root : level.seen_roots) {
      const expr::u128 value = evaluator_->value(root);
      state.push_back(static_cast<std::uint64_t>(value));
      state.push_back(static_cast<std::uint64_t>(value >> 64));
    }
    steps_ += state.size();
  }

  bool passes(const Level& level, const expr::Assignment& candidate) {
    ++steps_;
    for (const Level::Test& test : level.tests) {
      steps_ += test.cost;
      if (evaluator_->run_part(candidate, test.root, test.root + 1) != 0) continue;
      rejected_[test.constraint] = true;
      return false;
    }
    if (level.kept_cost > 0) {
      steps_ += level.kept_cost;
      evaluator_->run_part(candidate, level.kept_begin, level.kept_end);
    }
    return true;
  }

  // What never rejected anything was not needed.
  [[nodiscard]] std::vector<std::uint32_t> core() const {
    std::vector<std::uint32_t> result;
    for (std::uint32_t i = 0; i < rejected_.size(); ++i)
      if (rejected_[i]) result.push_back(i);
    for (const auto& [byte, domain] : domains_)
      result.insert(result.end(), domain.narrowing.begin(), domain.narrowing.end());
    std::ranges::sort(result);
    return result;
  }

  Shared& shared_;
  const Query& query_;
  const Domains& domains_;
  const std::span<const std::uint32_t> wider_;
  const std::uint64_t limit_;
  std::vector<ExprId> nodes_;  // of the wider constraints, operands first
  std::map<ByteId, Seen> seen_;
  std::map<ByteId, std::vector<std::uint8_t>> values_;  // until they have a level
  std::vector<Level> levels_;
  std::map<ByteId, std::uint32_t> level_of_;  // from 1
  std::optional<expr::Evaluator> evaluator_;
  std::size_t constants_ = 0;                 // roots that are constant
  std::vector<std::uint32_t> byte_last_use_;  // by level: the last that reads this one's byte
  std::vector<bool> rejected_;
  std::uint64_t steps_ = 0, next_look_ = 0;
};

}  // namespace

Answer enumerate(Shared& shared, const Query& query, const Domains& domains, std::span<const std::uint32_t> wider,
                 std::uint64_t steps) {
  return Enumeration(shared, query, domains, wider, steps).run();
}

}  // namespace cairn::solver

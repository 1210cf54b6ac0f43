// Search: local search on native evaluation, before anything is bit-blasted. Starts from the parent, which satisfies
// all but a condition or two, and moves towards the violated ones: by patching the bytes a comparison traces back to
// (inversion.h), by solving sums outright (sums.h), and by moves of bytes and words that bring the constraints closer
// (distance.h; the loop follows WalkSAT with weights: Selman et al., AAAI 1994). Finds much of what is satisfiable and
// says nothing of what is not.
//
// Bounded in nodes evaluated, and by the clock only where the run's time ends. The draws depend on the run's seed and
// on the query only. What it finds it mostly finds soon, and what is unsatisfiable it would search to the end: so it
// searches a little, then asks below, and goes on only when nobody there knows.
#include <algorithm>

#include "engine/base/hash.h"
#include "engine/solver/answers.h"
#include "engine/solver/distance.h"
#include "engine/solver/flat.h"
#include "engine/solver/float_moves.h"
#include "engine/solver/inversion.h"
#include "engine/solver/layer.h"
#include "engine/solver/layers.h"
#include "engine/solver/sums.h"

namespace cairn::solver {
namespace {

struct Effort {
  std::uint64_t evaluated, moves, sum_steps;  // nodes evaluated, changes tried, steps of solving sums
};
constexpr Effort kFirst{100'000, 700, 100'000};
constexpr Effort kLast{300'000, 2'000, 200'000};
// Floating-point numbers want more moves: hardly any of them can be computed.
constexpr std::uint64_t kFloatFactor = 10;
constexpr std::uint64_t kNodesPerStep = 64;  // evaluating so many takes about as long as a step of a complete solver
constexpr std::uint64_t kVisitsPerNode = 8;  // a visit is no more than a look at a value, mostly

class Walk {
 public:
  Walk(Flat laid_out, base::Rng rng, const base::Context& context)
      : flat_(std::move(laid_out)), rng_(rng), floats_(flat_), context_(context) {}

  bool run(const expr::Assignment& start, const Effort& effort) {
    if (context_.over()) return false;
    flat_.assign(start);
    measure_all();
    if (solve_sums(effort.sum_steps)) return true;
    if (flat_.bytes().empty()) return violated_.empty();
    const std::uint64_t limit = evaluated() + effort.evaluated;
    const std::uint64_t most = effort.moves * (floats_.any() ? kFloatFactor : 1);
    for (std::uint64_t move = 0; move < most && evaluated() < limit; ++move) {
      if (violated_.empty()) return true;
      if (context_.over()) return false;
      // The goal is the last constraint, and the one most often violated.
      const std::uint32_t constraint = rng_.coin() ? violated_.back() : violated_[rng_.below(violated_.size())];
      if (flat_.support(constraint).empty()) return false;
      if (!attempt(propose(constraint))) {
        if (++stuck_ % 32 == 0) reweigh();
      }
    }
    return violated_.empty();
  }

  [[nodiscard]] std::uint64_t evaluated() const { return flat_.evaluated() + visits_ / kVisitsPerNode; }

  [[nodiscard]] expr::Assignment result(expr::Assignment assignment) const {
    for (std::uint32_t i = 0; i < flat_.bytes().size(); ++i) assignment.set(flat_.bytes()[i], flat_.byte_value(i));
    return assignment;
  }

 private:
  using Changes = std::vector<Flat::Change>;

  void measure_all() {
    distances_.resize(flat_.roots().size());
    weights_.assign(flat_.roots().size(), 1.0);
    for (std::uint32_t i = 0; i < distances_.size(); ++i) distances_[i] = distance_of(i);
    find_violated();
  }

  double distance_of(std::uint32_t constraint) { return distance(flat_, flat_.roots()[constraint], true, visits_); }

  void find_violated() {
    violated_.clear();
    for (std::uint32_t i = 0; i < distances_.size(); ++i)
      if (distances_[i] > 0) violated_.push_back(i);
  }

  // Keeps the change when it costs nothing.
  bool attempt(const Changes& changes) {
    if (changes.empty()) return false;
    flat_.change(changes);
    touched_.clear();
    for (const Flat::Change& change : changes) {
      const auto more = flat_.touched(change.byte);
      touched_.insert(touched_.end(), more.begin(), more.end());
    }
    if (changes.size() > 1) {
      std::ranges::sort(touched_);
      touched_.erase(std::ranges::unique(touched_).begin(), touched_.end());
    }
    double gain = 0;
    fresh_.clear();
    for (const std::uint32_t i : touched_) {
      fresh_.push_back(distance_of(i));
      gain += weights_[i] * (distances_[i] - fresh_.back());
    }
    if (gain < 0) {
      flat_.undo();
      return false;
    }
    for (std::size_t k = 0; k < touched_.size(); ++k) distances_[touched_[k]] = fresh_[k];
    find_violated();
    return gain > 0;
  }

  // Stuck: what is violated here counts for more from now on.
  void reweigh() {
    for (const std::uint32_t i : violated_) weights_[i] += 1.0;
  }

  Changes propose(std::uint32_t constraint) {
    if (floats_.any() && rng_.below(8) < 7)
      return rng_.below(3) == 0 ? floats_.approach(flat_, flat_.roots()[constraint], rng_)
                                : floats_.propose(flat_, rng_);
    const std::uint64_t kind = rng_.below(8);
    if (kind < 4)
      if (auto patched = invert(flat_, flat_.roots()[constraint], 1, rng_)) return std::move(*patched);
    const auto support = flat_.support(constraint);
    const std::uint32_t byte = support[rng_.below(support.size())];
    if (kind == 7) return word_move(byte);
    if (kind == 6) return best_of_byte(byte, constraint);
    return {{byte, moved(flat_.byte_value(byte))}};
  }

  std::uint8_t moved(std::uint8_t value) {
    switch (rng_.below(4)) {
      case 0:
        return static_cast<std::uint8_t>(value ^ (1u << rng_.below(8)));
      case 1:
        return static_cast<std::uint8_t>(value + (1u << rng_.below(4)));
      case 2:
        return static_cast<std::uint8_t>(value - (1u << rng_.below(4)));
      default:
        return static_cast<std::uint8_t>(rng_.next());
    }
  }

  // Adds or takes a power of two from two or four neighbouring bytes, in either byte order.
  Changes word_move(std::uint32_t first) {
    const std::uint32_t count = rng_.coin() ? 4 : 2;
    if (first + count > flat_.bytes().size()) return {};
    const bool big = rng_.below(4) == 0;
    std::uint32_t word = 0;
    const auto place = [&](std::uint32_t i) { return first + (big ? count - 1 - i : i); };
    for (std::uint32_t i = 0; i < count; ++i) word |= std::uint32_t{flat_.byte_value(place(i))} << (8 * i);
    const std::uint32_t by = 1u << rng_.below(8 * count);
    word = rng_.coin() ? word + by : word - by;
    Changes changes;
    for (std::uint32_t i = 0; i < count; ++i) changes.push_back({place(i), static_cast<std::uint8_t>(word >> (8 * i))});
    return changes;
  }

  // All values of a byte, for the one that brings the constraint closest.
  Changes best_of_byte(std::uint32_t byte, std::uint32_t constraint) {
    double best = distances_[constraint];
    Changes result;
    const auto start = static_cast<unsigned>(rng_.below(256));
    for (unsigned i = 0; i < 256 && best > 0; ++i) {
      const Flat::Change change{byte, static_cast<std::uint8_t>(start + i)};
      flat_.change({&change, 1});
      const double here = distance_of(constraint);
      flat_.undo();
      if (here >= best) continue;
      best = here;
      result = {change};
    }
    return result;
  }

  // A violated equality of a sum and a constant is solved outright, within what the conditions on single bytes allow.
  bool solve_sums(std::uint64_t steps) {
    for (const std::uint32_t i : std::vector<std::uint32_t>(violated_)) {
      const Flat::Item& item = flat_.item(flat_.roots()[i]);
      if (item.op != expr::Op::Eq || item.from > 64) continue;
      const bool left = flat_.item(item.a).op == expr::Op::Const;
      if (!left && flat_.item(item.b).op != expr::Op::Const) continue;
      const auto sum = as_sum(flat_, left ? item.b : item.a);
      if (!sum || sum->terms.size() < 2) continue;
      if (allowed_.empty()) find_allowed();
      const auto target = static_cast<std::uint64_t>(flat_.value(left ? item.a : item.b));
      if (const auto found = solve_sum(*sum, target, allowed_, rng_, steps)) attempt(*found);
    }
    return violated_.empty();
  }

  void find_allowed() {
    allowed_.assign(flat_.bytes().size(), ByteSet::all());
    for (std::size_t i = 0; i < flat_.roots().size(); ++i) {
      if (flat_.support(i).size() != 1) continue;
      const std::uint32_t byte = flat_.support(i).front();
      ByteSet set;
      for (unsigned value = 0; value < 256; ++value) {
        const Flat::Change change{byte, static_cast<std::uint8_t>(value)};
        flat_.change({&change, 1});
        if (flat_.value(flat_.roots()[i]) != 0) set.insert(value);
        flat_.undo();
      }
      allowed_[byte] &= set;
    }
  }

  Flat flat_;
  base::Rng rng_;
  FloatMoves floats_;
  const base::Context& context_;
  std::uint64_t visits_ = 0;  // of measuring distances
  std::vector<double> distances_, weights_, fresh_;
  std::vector<std::uint32_t> violated_, touched_;
  std::vector<ByteSet> allowed_;
  std::uint64_t stuck_ = 0;
};

class Search final : public Layer {
 public:
  Search(Shared& shared, Below below)
      : Layer(shared.context, "search", std::move(below)), shared_(shared), salt_(shared.context.rng.split().next()) {}

 protected:
  Answer decide(const Query& query) override {
    std::uint64_t seed = salt_;
    for (const expr::ExprId id : query.constraints) seed = base::combine(seed, shared_.dag.hash(id));
    auto flat = Flat::lay_out(shared_.dag, query.constraints);
    if (!flat) return ask_below(query);
    Walk walk(std::move(*flat), base::Rng(seed), shared_.context);
    Answer answer = walk.run(*query.parent, kFirst) ? sat(walk.result(*query.parent)) : ask_below(query);
    if (answer.verdict == Verdict::unknown && walk.run(*query.parent, kLast)) {
      const std::uint64_t steps = answer.steps;
      answer = sat(walk.result(*query.parent));
      answer.steps = steps;
    }
    answer.steps += walk.evaluated() / kNodesPerStep;
    return answer;
  }

 private:
  Shared& shared_;
  const std::uint64_t salt_;
};

}  // namespace

Below with_search(Shared& shared, Below below) { return std::make_unique<Search>(shared, std::move(below)); }

}  // namespace cairn::solver

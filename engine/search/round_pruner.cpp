// Learned pruning in rounds (HOMI: Cha and Oh, Making Symbolic Execution Promising by Learning Aggressive State-Pruning
// Strategy, ESEC/FSE 2020), on open sides instead of states.
//
// What differs from the paper: a round restarts selection and not the program's whole exploration, so tests, answers
// and proofs stay, and pruned sides come back when the round ends. A pruned side yields its test only where that may
// cover something (its own outcome is uncovered) and the query promises to be cheap; what such a test opens is pruned
// with it. Budgets are shares of the whole budget, which may be counted in runs, so that a run repeats.
//
// `auto` goes on where the paper says future work: HOMI loses to plain search on programs where it prunes what others
// needed. Each round is plain search, learnt or random pruning, or a slice that starts from an earlier good input (the
// idea of TopSeed: Cha, Lee, Lee, Oh), as round_choice.h has it. What the first round covers is no merit of plain
// search: anything would have.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <unordered_set>
#include <utility>

#include "engine/base/number_set.h"
#include "engine/program/coverage.h"
#include "engine/search/even_draw.h"
#include "engine/search/flip_cost.h"
#include "engine/search/homi.h"
#include "engine/search/pruner_makers.h"
#include "engine/search/round_choice.h"
#include "engine/search/round_tests.h"

namespace cairn::search {

namespace {

using tree::SideId;

constexpr double kCheap = 4;  // random runs: dearer queries yield no test when their side is pruned

class RoundPruner final : public Pruner {
 public:
  RoundPruner(const PruneOptions& options, base::Rng rng)
      : options_(options), rng_(rng), choice_(options.total, options.longest_round * options.total) {
    learnt_.ratio.values = equidistant(options.largest_ratio, options.ratios);
    learnt_.budget.values = equidistant(options.longest_round * options.total, options.round_lengths);
    learnt_.ratio.weights.assign(learnt_.ratio.values.size(), 0);
    learnt_.budget.weights.assign(learnt_.budget.values.size(), 0);
  }

  PruneOrders step(const View& view, double now) override {
    PruneOrders orders;
    if (learns()) features_.update(view);
    round_.end = now;
    if (!begun_ || now >= end_) {
      if (begun_) finish(view, now);
      begin(view, now, orders);
    }
    close_new(view, orders);  // behind begin, which forgets what is not pruned yet
    ++samples_;
    open_ += static_cast<double>(view.tree.frontier().size());
    if (closing_ || now >= options_.total * (1 - options_.closing)) {
      close_down(view, orders);
    } else if (prunes() && now >= next_pruning_) {
      next_pruning_ = std::max(next_pruning_ + options_.cycle * options_.total, now);
      prune(view, orders);
    }
    return orders;
  }

  PruneOrders exhausted(const View& view, double now) override {
    PruneOrders orders;
    const bool left = std::ranges::any_of(closed_, [&](SideId side) { return closed(view, side); });
    // One that came back may have passed over what was pruned while it only looked on.
    if (left || came_back_) {
      finish(view, now);
      begin(view, now, orders);
      orders.selection = Selection::starts_over;
      came_back_ = false;
    }
    return orders;
  }

  void observe(const View& view, const Observation& seen) override {
    if (seen.side.valid()) {
      costs_.learn(view.tree, seen.side, seen.solver_steps);
      if (flipping_.erase(seen.side) > 0) unwanted_ = true;  // what it opened goes with it
    }
    if (view.coverage.runs() == runs_) return;
    runs_ = view.coverage.runs();
    round_.covered_after = view.coverage.figures().branches.covered;
    if (!begun_ || !tests_.look(view) || !seen.leaf.valid()) return;
    ++round_.tests;
    if (!learns()) return;
    features_.update(view);
    tests_.add(features_.set_of(seen.leaf), seen.leaf, policy_);
  }

  [[nodiscard]] std::span<const SideId> closed() const override { return closed_; }

  [[nodiscard]] PruneReport report() const override {
    PruneReport report;
    report.rounds = rounds_;
    if (begun_) report.rounds.push_back(current());
    report.good_tests = tests_.good().size();
    for (std::size_t i = 0; i < learnt_.features.size(); ++i) {
      const Features::Feature& feature = features_.feature(learnt_.features[i]);
      const WeightDistribution& weight = learnt_.weights[i];
      report.beliefs.push_back({feature.hash, feature.branch, feature.outcome, weight.mean.has_value(),
                                weight.mean.value_or(0), weight.mean ? weight.deviation : 0});
    }
    return report;
  }

 private:
  enum class Kind : std::uint8_t { plain, random, explored, exploited, reversed, seeded };

  [[nodiscard]] bool learns() const {
    return options_.mode == PruneMode::homi || options_.mode == PruneMode::automatic;
  }
  [[nodiscard]] bool prunes() const { return kind_ != Kind::plain && kind_ != Kind::seeded; }

  // ---- Rounds ----

  void begin(const View& view, double now, PruneOrders& orders) {
    const bool first = !begun_;
    begun_ = true;
    const std::uint32_t number = round_.number + 1;
    round_ = {};
    round_.number = number;
    round_.begin = round_.end = now;
    round_.covered_before = round_.covered_after = view.coverage.figures().branches.covered;
    samples_ = 0;
    open_ = 0;
    choose_kind(view);
    policy_ = std::make_shared<HomiPolicy>();
    const double length = learnt_.draw_budget(sampling(), rng_);
    policy_->budget = first ? learnt_.budget.values.back() : length;
    end_ = std::min(now + policy_->budget, options_.total > 0 ? options_.total : now + policy_->budget);
    next_pruning_ = now + options_.cycle * options_.total;
    tests_.begin_round(view);
    flipping_.clear();
    unwanted_ = false;
    if (prunes()) {
      draw_part(view, orders);
    } else if (kind_ == Kind::seeded) {
      stay_beside(start_->along, view, orders);
    } else {
      open_all(view, orders);
    }
    if (!first) orders.selection = selection();
    came_back_ = orders.selection == Selection::comes_back;
  }

  void open_all(const View& view, PruneOrders& orders) {
    std::ranges::copy_if(closed_, std::back_inserter(orders.reopen), [&](SideId side) { return closed(view, side); });
    closed_.clear();
    by_us_.clear();
    put_in_order(orders.reopen);
  }

  // In the paper a round starts from the program's first state. Here millions of sides may be open by now: a part of
  // them, drawn anew each time, will do.
  void draw_part(const View& view, PruneOrders& orders) {
    const auto eligible = [&](SideId side) { return view.tree.open(side) || closed(view, side); };
    const std::vector<SideId> drawn = draw_.draw(view.tree, eligible, options_.most_sides, rng_);
    base::NumberSet wanted(view.tree.sides());
    for (const SideId side : drawn) {
      wanted.insert(side.value);
      if (!closed(view, side)) continue;
      orders.reopen.push_back(side);
      by_us_[side.value] = false;
    }
    std::erase_if(closed_, [&](SideId side) {
      const bool still = closed(view, side);
      by_us_[side.value] = still;
      return !still;
    });
    put_in_order(orders.reopen);
    std::vector<SideId> behind;
    for (const SideId side : view.tree.frontier()) {
      if (wanted.insert(side.value)) behind.push_back(side);
    }
    for (const SideId side : behind) close(side, orders);
    choose_flips(view, behind, orders);
  }

  static void put_in_order(std::vector<SideId>& sides) {
    if (sides.empty()) return;
    base::NumberSet numbers(std::size_t{std::ranges::max(sides).value} + 1);
    for (const SideId side : sides) numbers.insert(side.value);
    sides.clear();
    numbers.for_each([&](std::uint32_t number) { sides.push_back(SideId{number}); });
  }

  // Runs and flips may have been there since we closed it, and others close sides too.
  [[nodiscard]] bool closed(const View& view, SideId side) const {
    return side.value < by_us_.size() && by_us_[side.value] && view.tree.state(side) == tree::SideState::pruned;
  }

  // All plain rounds of `auto` are one search: what it wanted is open again when it comes back.
  [[nodiscard]] Selection selection() const {
    if (options_.mode != PruneMode::automatic) return Selection::starts_over;
    return kind_ == Kind::plain ? Selection::comes_back : Selection::steps_aside;
  }

  void finish(const View& view, double now) {
    round_.end = now;
    round_.covered_after = view.coverage.figures().branches.covered;
    rounds_.push_back(current());
    if (round_.number > 1)
      choice_.earn(group(), static_cast<double>(round_.covered_after - round_.covered_before), now - round_.begin);
    if (!learns()) return;
    tests_.find_good(options_.most_tests);
    learnt_ = learn_from(tests_.all(), tests_.good(), features_, learnt_.ratio.values, learnt_.budget.values,
                         options_.most_features);
  }

  [[nodiscard]] PruneRound current() const {
    static constexpr std::array<std::string_view, 6> kKinds = {
        "plain", "pruned at random", "explored", "exploited", "reversed", "from an earlier input"};
    PruneRound round = round_;
    round.kind = kKinds[static_cast<std::size_t>(kind_)];
    round.open = samples_ == 0 ? 0 : open_ / static_cast<double>(samples_);
    return round;
  }

  void choose_kind(const View& view) {
    switch (options_.mode) {
      case PruneMode::random:
        kind_ = Kind::random;
        round_.why = "always";
        return;
      case PruneMode::homi:
        choose_sampling();
        return;
      case PruneMode::automatic:
        choose_group(view);
        return;
      default:
        kind_ = Kind::plain;
        round_.why = "always";
        return;
    }
  }

  // The first round prunes nothing: there are no features yet.
  void choose_sampling() {
    if (round_.number == 1 || learnt_.features.empty()) {
      kind_ = Kind::plain;
      round_.why = "nothing is learnt yet";
      return;
    }
    ++learning_rounds_;
    if (learning_rounds_ <= options_.exploring_rounds) {
      kind_ = Kind::explored;
      round_.why = fmt::format("one of the first {}", options_.exploring_rounds);
      return;
    }
    static constexpr std::array<Kind, 3> kDrawn = {Kind::explored, Kind::exploited, Kind::reversed};
    kind_ = kDrawn[rng_.below(kDrawn.size())];
    round_.why = "drawn";
  }

  [[nodiscard]] Sampling sampling() const {
    if (kind_ == Kind::exploited) return Sampling::exploitation;
    return kind_ == Kind::reversed ? Sampling::reverse : Sampling::exploration;
  }

  // ---- Auto ----

  [[nodiscard]] RoundChoice::Kind group() const {
    if (kind_ == Kind::plain) return RoundChoice::plain_search;
    if (kind_ == Kind::seeded) return RoundChoice::earlier_inputs;
    return kind_ == Kind::random ? RoundChoice::random_pruning : RoundChoice::learnt_pruning;
  }

  void choose_group(const View& view) {
    if (round_.number == 1) {
      kind_ = Kind::plain;
      round_.why = "nothing is learnt yet";
      return;
    }
    const bool many = view.tree.frontier().size() + closed_.size() > options_.fewest_sides;
    start_ = tests_.find_start(view);
    const RoundChoice::Chosen chosen =
        choice_.next({many, many && !learnt_.features.empty(), start_.has_value(), true});
    switch (chosen.kind) {
      case RoundChoice::random_pruning:
        kind_ = Kind::random;
        break;
      case RoundChoice::learnt_pruning:
        choose_sampling();
        break;
      case RoundChoice::earlier_inputs:
        kind_ = Kind::seeded;
        tests_.choose(*start_);
        break;
      default:
        kind_ = Kind::plain;
    }
    round_.why = chosen.why;
  }

  // Only these stay open.
  void stay_beside(const std::unordered_set<SideId>& along, const View& view, PruneOrders& orders) {
    for (const SideId side : view.tree.frontier()) {
      if (!along.contains(side)) close(side, orders);
    }
    std::erase_if(closed_, [&](SideId side) {
      if (!along.contains(side)) return false;
      if (closed(view, side)) orders.reopen.push_back(side);
      by_us_[side.value] = false;
      return true;
    });
    put_in_order(orders.reopen);
  }

  // ---- Pruning ----

  void close(SideId side, PruneOrders& orders) {
    orders.close.push_back(side);
    ++round_.pruned;
    if (side.value >= by_us_.size()) by_us_.resize(side.value + 1);
    if (!by_us_[side.value]) closed_.push_back(side);
    by_us_[side.value] = true;
  }

  void prune(const View& view, PruneOrders& orders) {
    const auto open = view.tree.frontier();
    if (open.size() <= options_.fewest_sides) return;
    const std::vector<SideId> lowest = kind_ == Kind::random ? draw_sides(open) : lowest_by_score(open);
    if (lowest.empty()) return;
    ++round_.prunings;
    for (const SideId side : lowest) close(side, orders);
    choose_flips(view, lowest, orders);
  }

  [[nodiscard]] std::size_t share_of(std::size_t open) const {
    constexpr double kRounding = 1e-9;  // a third of 0.6 is a little less than 0.2
    return static_cast<std::size_t>(static_cast<double>(open) * round_.ratio + kRounding);
  }

  std::vector<SideId> draw_sides(std::span<const SideId> open) {
    round_.ratio = learnt_.ratio.draw_uniform(rng_);
    std::vector<SideId> drawn(open.begin(), open.end());
    const std::size_t count = share_of(open.size());
    for (std::size_t i = 0; i < count; ++i) std::swap(drawn[i], drawn[i + rng_.below(drawn.size() - i)]);
    drawn.resize(count);
    return drawn;
  }

  // None when too few features tell the sides apart.
  std::vector<SideId> lowest_by_score(std::span<const SideId> open) {
    const std::vector<float> drawn = learnt_.draw_weights(sampling(), options_.reverse_draws, rng_);
    const double ratio = learnt_.draw_ratio(sampling(), rng_);
    const std::vector<std::uint32_t> counts = features_.counts(open);
    std::vector<float> weights(features_.size(), 0);
    std::vector<std::pair<FeatureId, float>> telling;
    for (std::size_t i = 0; i < learnt_.features.size(); ++i) {
      const FeatureId feature = learnt_.features[i];
      weights[feature.value] = drawn[i];
      const std::uint32_t count = counts[feature.value];
      if (count > 0 && count < open.size()) telling.emplace_back(feature, drawn[i]);
    }
    if (telling.size() < options_.fewest_features) return {};
    round_.ratio = ratio;
    auto next = std::make_shared<HomiPolicy>();
    next->weights = std::move(telling);
    next->ratio = ratio;
    next->budget = policy_->budget;
    policy_ = std::move(next);
    return lowest_scoring(features_, open, weights, share_of(open.size()));
  }

  // The outcome that the side would take, if nobody took it.
  static program::SideId uncovered(const View& view, SideId side) {
    const tree::Node& node = view.tree.node(view.tree.node_of(side));
    const program::SideId source = view.program.side_of(node.branch, view.tree.outcome(side));
    return source.valid() && !view.coverage.covered(source) ? source : program::SideId{};
  }

  // Of the sides, those that would take an outcome nobody took, the shallowest of each, if the query is cheap.
  void choose_flips(const View& view, std::span<const SideId> sides, PruneOrders& orders) {
    std::unordered_map<program::SideId, SideId> best;
    const auto depth = [&](SideId side) { return view.tree.node(view.tree.node_of(side)).depth; };
    for (const SideId side : sides) {
      const program::SideId source = uncovered(view, side);
      if (!source.valid()) continue;
      const auto [at, fresh] = best.try_emplace(source, side);
      if (!fresh && depth(side) < depth(at->second)) at->second = side;
    }
    std::vector<SideId> chosen;
    for (const auto& [source, side] : best) {
      if (costs_.predict(view.tree, side) <= kCheap) chosen.push_back(side);
    }
    std::ranges::sort(chosen);
    for (const SideId side : chosen) {
      orders.flip.push_back(side);
      flipping_.insert(side);
      ++round_.flipped;
    }
  }

  // The end: everything left, pruned or not, yields its test where that may cover something.
  void close_down(const View& view, PruneOrders& orders) {
    const std::uint64_t covered = view.coverage.figures().branches.covered;
    if (closing_ && covered == closing_covered_) return;
    if (!closing_) {
      left_.assign(view.tree.frontier().begin(), view.tree.frontier().end());
      left_.insert(left_.end(), closed_.begin(), closed_.end());
    }
    closing_ = true;
    closing_covered_ = covered;
    std::erase_if(left_, [&](SideId side) {
      return (!view.tree.open(side) && !closed(view, side)) || !uncovered(view, side).valid();
    });
    choose_flips(view, left_, orders);
  }

  // What a pruned side's test opened.
  void close_new(const View& view, PruneOrders& orders) {
    opened_.new_sides(view.tree, [&](SideId side) {
      if (closing_) {
        left_.push_back(side);
      } else if (unwanted_) {
        close(side, orders);
      }
    });
    unwanted_ = false;
  }

  PruneOptions options_;
  base::Rng rng_;
  Features features_;
  FlipCost costs_;
  Opened opened_;
  EvenDraw draw_;

  RoundTests tests_;
  std::optional<RoundTests::Start> start_;  // what a round from an earlier input would start from
  HomiLearnt learnt_;
  RoundChoice choice_;

  bool begun_ = false, came_back_ = false;
  Kind kind_ = Kind::plain;
  std::shared_ptr<HomiPolicy> policy_;
  std::uint32_t learning_rounds_ = 0;
  double end_ = 0, next_pruning_ = 0;  // when they are due
  PruneRound round_;                   // under way, but for what current() adds
  std::uint64_t samples_ = 0;
  double open_ = 0;  // sides, of all samples
  std::vector<PruneRound> rounds_;

  std::vector<SideId> closed_;  // in this round or before, and not opened again by us, each once
  std::vector<bool> by_us_;     // by side: it is among these
  std::unordered_set<SideId> flipping_;
  bool unwanted_ = false;  // what is new in the tree belongs to a pruned side
  bool closing_ = false;
  std::uint64_t closing_covered_ = 0;
  std::vector<SideId> left_;  // at the end: what may still cover something
  std::uint64_t runs_ = 0;
};

}  // namespace

std::unique_ptr<Pruner> make_round_pruner(const PruneOptions& options, base::Rng rng) {
  return std::make_unique<RoundPruner>(options, rng);
}

}  // namespace cairn::search

// Greedy choice between chance and solving (Wang, Sun, Chen, Zhang, Wang, Lin: Towards Optimal Concolic Testing, ICSE
// 2018, algorithms 1 and 2): take the action that promises most newly covered blocks for its cost. A random run costs 1
// and promises the reward of the program's entry; solving for an open side costs what its condition suggests and
// promises the reward of what is behind it.
//
// `greedy` is the published algorithm: candidates are sides whose target is uncovered, and every run counts for the
// probabilities. `optimal` goes beyond it, where the paper says future work or where the model is wrong about programs:
//  - a third kind of action, changing a few bytes of an input that found something, with a reward learnt from what such
//    changes found;
//  - sides with a covered target are candidates too, by what lies behind them: what is uncovered may hang on a branch
//    nobody can solve for;
//  - steps that were forced by solving do not count as chance: else the more is solved, the more a random run seems to
//    be able to do;
//  - what an action brought is compared with what it promised, for each kind, and promises are corrected by that ratio,
//    since paths of the chain may be infeasible in the program.
//
// Both differ from the paper in two ways. It takes every side as one that can be solved for: here flips of one outcome
// promise less the more of them have failed. And it draws for ever: here, when hardly anything is promised, or much was
// and nothing came of it (the chain has paths that the program has not), half of the effort goes to open sides as they
// come, on a random walk from the root. The search is over when no side is open, and nothing is promised or nothing was
// left undecided.
//
// Choosing must cost less than the run that is chosen. Rewards and ranking are brought up to date only when the runs
// since the last time have paid for it, counted in states looked at and not in seconds, so that runs repeat.
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "engine/search/greedy_candidates.h"
#include "engine/search/live.h"
#include "engine/search/makers.h"

namespace cairn::search {

namespace {

constexpr std::int64_t kWorkPerRun = 60;  // states looked at: a few microseconds
constexpr double kFloor = 1e-3;           // blocks for a random run's cost: less is hardly anything
constexpr double kPatience = 32;          // blocks promised in a row of actions that brought none
constexpr std::size_t kMutated = 64;      // inputs that found something lately, to be changed

enum Kind : std::size_t { kRandom, kMutation, kFlip, kKinds };

// What actions of one kind brought against what they promised.
struct Balance {
  double promised = 0, brought = 0;
  std::uint64_t actions = 0;

  void add(double promise, double gain) {
    constexpr double kFade = 0.999;
    promised = promised * kFade + promise;
    brought = brought * kFade + gain;
    ++actions;
  }
  // A few blocks more on either side: few actions prove little. (Less makes it worse than no correction on the
  // laboratory's models of ten and twenty states, more leaves nothing of its advantage on the others.)
  [[nodiscard]] double ratio() const {
    constexpr double kDoubt = 4;
    return (brought + kDoubt) / (promised + kDoubt);
  }
};

// Inputs to be changed, and what changing each has brought.
class Mutations {
 public:
  void add(tree::OriginId origin) {
    if (std::ranges::any_of(inputs_, [&](const Input& each) { return each.origin == origin; })) return;
    if (inputs_.size() == kMutated) inputs_.erase(inputs_.begin());
    inputs_.push_back({origin, 0, 0});
  }
  struct Best {
    tree::OriginId origin;
    double reward = 0;
  };
  // The most promising: a new one promises what changing inputs has brought on average.
  [[nodiscard]] std::optional<Best> best() const {
    std::optional<Best> best;
    const double usual = (brought_ + 1) / (tries_ + 2);
    for (const Input& input : inputs_) {
      const double reward = (input.brought + 2 * usual) / (input.tries + 2);
      if (!best || reward >= best->reward) best = Best{input.origin, reward};
    }
    return best;
  }
  void learn(tree::OriginId origin, double gain) {
    tries_ += 1;
    brought_ += gain;
    for (Input& input : inputs_) {
      if (input.origin != origin) continue;
      input.tries += 1;
      input.brought += gain;
    }
  }

 private:
  struct Input {
    tree::OriginId origin;
    double tries, brought;
  };
  std::vector<Input> inputs_;  // oldest first
  double tries_ = 0, brought_ = 0;
};

class Greedy final : public Strategy {
 public:
  // Beyond the paper: all that `optimal` adds.
  Greedy(bool beyond, const StrategyOptions& options, base::Rng rng)
      : beyond_(beyond),
        options_(options),
        rng_(rng),
        candidates_(beyond ? Targets::all : Targets::uncovered, options.cost) {}

  Action propose(const View& view) override {
    bring_up_to_date(view);
    const auto flip = candidates_.best(view, *rewards_);
    const auto mutation = beyond_ && options_.mutates ? mutations_.best() : std::nullopt;
    std::array<double, kKinds> values{};
    values[kRandom] = rewards_->start() * correction(kRandom);
    if (mutation) values[kMutation] = mutation->reward;
    if (flip) values[kFlip] = flip->value() * correction(kFlip);
    // In favour of chance when equal, as in the paper.
    const auto kind = static_cast<Kind>(std::ranges::max_element(values) - values.begin());
    // With everything decided, what is uncovered cannot be reached, whatever it promises.
    if (view.tree.frontier().empty() && (values[kind] < kFloor || view.tree.undecided() == 0)) return Done{};
    if ((values[kind] < kFloor || in_vain_ > kPatience) && owed_ <= 0) {
      if (const tree::SideId side = walk(view); side.valid()) return Flip{side};
    }
    pending_ = kind;
    if (kind == kFlip) {
      promised_ = flip->reward;
      side_ = flip->side;
      return Flip{side_};
    }
    if (kind == kMutation) {
      promised_ = mutation->reward;
      origin_ = mutation->origin;
      return Mutate{origin_};
    }
    promised_ = rewards_->start();
    return FreshRandom{};
  }

  void observe(const View& view, const Observation& seen) override {
    prepare(view);
    credit_ = std::min(credit_ + kWorkPerRun, 4 * kWorkPerRun);
    const std::uint64_t covered = view.coverage.figures().blocks.covered;
    const auto gain = static_cast<double>(covered - covered_);
    covered_ = covered;
    if (gain > 0) in_vain_ = 0;
    owed_ = seen.side.valid() && pending_ == kKinds ? FlipCost::of(seen.solver_steps) : owed_ - 1;
    candidates_.update(view, *rewards_);
    candidates_.learn(view, *rewards_, seen);
    if (reopened(view, seen)) {
      live_.update(view.tree);
      live_.revive(view.tree, seen.side);
    }
    settle(seen, gain);
    if (beyond_ && seen.result == Result::arrived) forget_forced(view, seen.side);
    if (gain > 0 && seen.leaf.valid()) mutations_.add(view.tree.node(view.tree.node_of(seen.leaf)).origin);
  }

  [[nodiscard]] Findings findings() const override {
    Findings all = {{"actions.random", static_cast<double>(balances_[kRandom].actions)},
                    {"actions.mutated", static_cast<double>(balances_[kMutation].actions)},
                    {"actions.solved", static_cast<double>(balances_[kFlip].actions)},
                    {"balance.random", balances_[kRandom].ratio()},
                    {"balance.solved", balances_[kFlip].ratio()},
                    {"reward.random", rewards_ ? rewards_->start() : 0},
                    {"cost.queries", static_cast<double>(candidates_.costs().learnt())}};
    const auto names = FlipCost::names();
    for (std::size_t i = 0; i < names.size(); ++i) {
      all.emplace_back("cost.weight." + std::string(names[i]), candidates_.costs().weights()[i]);
    }
    return all;
  }

 private:
  [[nodiscard]] double correction(Kind kind) const { return beyond_ ? balances_[kind].ratio() : 1; }

  void prepare(const View& view) {
    if (rewards_) return;
    rewards_ = std::make_unique<ProgramRewards>(view.program, options_.estimate);
    credit_ = 0;
  }

  void bring_up_to_date(const View& view) {
    prepare(view);
    candidates_.update(view, *rewards_);
    if (credit_ < 0) return;
    credit_ -= static_cast<std::int64_t>(rewards_->update(view.coverage) + candidates_.rank(view, *rewards_));
  }

  // An open side as it comes.
  tree::SideId walk(const View& view) {
    live_.update(view.tree);
    pending_ = kKinds;
    return live_.walk(view.tree, rng_);
  }

  // Compares what came of the action proposed last with its promise. Others' actions are not ours to judge.
  void settle(const Observation& seen, double gain) {
    const Kind done = seen.side.valid()                ? kFlip
                      : seen.result == Result::random  ? kRandom
                      : seen.result == Result::mutated ? kMutation
                                                       : kKinds;
    if (done == kKinds || done != pending_ || (done == kFlip && seen.side != side_)) return;
    pending_ = kKinds;
    balances_[done].add(promised_, gain);
    if (gain == 0) in_vain_ += promised_;
    if (done == kMutation) mutations_.learn(origin_, gain);
  }

  // The steps up to the flipped side were asked for.
  void forget_forced(const View& view, tree::SideId side) {
    while (side.valid()) {
      const tree::Node& node = view.tree.node(view.tree.node_of(side));
      if (const auto source = view.program.side_of(node.branch, view.tree.outcome(side)); source.valid()) {
        rewards_->chosen(source);
      }
      side = node.parent;
    }
  }

  bool beyond_;
  StrategyOptions options_;
  base::Rng rng_;
  std::unique_ptr<ProgramRewards> rewards_;  // made when the program is known
  GreedyCandidates candidates_;
  Mutations mutations_;
  std::array<Balance, kKinds> balances_;
  std::int64_t credit_ = 0;
  std::uint64_t covered_ = 0;

  Kind pending_ = kKinds;  // the action proposed last, and what it promised
  double promised_ = 0;
  tree::SideId side_;
  tree::OriginId origin_;

  Live live_;           // for walks
  double in_vain_ = 0;  // promised since something came of an action
  double owed_ = 0;     // what the last walk cost and the other actions have not made up for
};

}  // namespace

Made make_greedy(const StrategyOptions& options, base::Rng rng) {
  return std::make_unique<Greedy>(false, options, rng);
}

Made make_optimal(const StrategyOptions& options, base::Rng rng) {
  return std::make_unique<Greedy>(true, options, rng);
}

}  // namespace cairn::search

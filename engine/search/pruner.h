// Pruner: says which open sides are not to be tried for now, beside any strategy (--prune).
//
// Work goes in rounds. A round ends with all pruned sides open again and selection starting over; what is known (tests,
// answers, proofs, the tree) stays. Time is what the budget counts: runs, or seconds.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/rng.h"
#include "engine/search/strategy.h"

namespace cairn::search {

enum class PruneMode : std::uint8_t {
  none,
  random,     // a random part of the open sides, the ablation "RandomPrune"
  homi,       // the sides that score lowest by learnt weights
  memory,     // at random while too much memory is used: KLEE's rule
  automatic,  // per round: plain search, homi, random, or a slice that starts from an earlier input
};

// Defaults are the published constants for five hours, as shares of the whole budget where they are times.
struct PruneOptions {
  PruneMode mode = PruneMode::none;
  bool rounds = false;                    // without pruning too: the ablation "Divide" of the paper
  double total = 0;                       // the budget, in runs or seconds
  double longest_round = 800.0 / 18'000;  // share of it
  std::uint32_t round_lengths = 4;        // equidistant ones, up to the longest
  double cycle = 30.0 / 18'000;           // time between two prunings
  double largest_ratio = 0.6;             // of the open sides
  std::uint32_t ratios = 3;               // equidistant ones, up to the largest
  std::uint32_t exploring_rounds = 10;    // before anything learnt is used
  std::uint32_t most_features = 200;
  std::uint32_t fewest_features = 6;   // that tell sides apart; else nothing is pruned
  std::uint32_t fewest_sides = 500;    // open ones; else nothing is pruned
  std::uint32_t most_sides = 100'000;  // open ones at the begin of a round that prunes
  std::uint32_t most_tests = 4096;     // that are learnt from; above it, only the good ones are kept
  std::uint32_t reverse_draws = 100;
  double closing = 0.05;                       // share of the budget at its end for what is left
  std::uint64_t memory_bytes = 2'000'000'000;  // for PruneMode::memory: of tree and expressions; KLEE's default

  // Is there anything for a pruner to do?
  [[nodiscard]] bool wanted() const { return mode != PruneMode::none || rounds; }
};

// "cycle=0.01,fewest_sides=100": sets those options; an error lists the names.
base::Status set_prune_options(PruneOptions& options, const std::string& text);

// What becomes of the strategy at the begin of a round.
enum class Selection : std::uint8_t {
  goes_on,
  starts_over,  // as if it had just been made
  steps_aside,  // the same, but the one before goes on learning
  comes_back,   // that one does
};

// What the loop is to do before it asks the strategy.
struct PruneOrders {
  std::vector<tree::SideId> close;   // open sides that are not wanted now
  std::vector<tree::SideId> reopen;  // closed ones that are wanted again
  std::vector<tree::SideId> flip;    // to be tried at once, whether open or closed: they yield their test
  Selection selection = Selection::goes_on;

  [[nodiscard]] bool empty() const {
    return close.empty() && reopen.empty() && flip.empty() && selection == Selection::goes_on;
  }
};

// One round, for people.
struct PruneRound {
  std::uint32_t number = 0;
  std::string kind;  // plain, pruned at random, explored, exploited, reversed, from an earlier input
  std::string why;   // in a few words
  double begin = 0, end = 0;
  std::uint64_t covered_before = 0, covered_after = 0;  // sides of the source
  std::uint64_t tests = 0;                              // that covered something first in the round
  std::uint64_t prunings = 0, pruned = 0, flipped = 0;
  double open = 0;   // sides, on average
  double ratio = 0;  // of the last pruning
};

// What the learner believes of a feature.
struct PruneBelief {
  std::uint64_t hash = 0;
  std::uint32_t branch = 0, outcome = 0;  // where it was seen first
  bool learnt = false;                    // otherwise nothing is known: uniform
  double mean = 0, deviation = 0;
};

struct PruneReport {
  std::vector<PruneRound> rounds;
  std::vector<PruneBelief> beliefs;  // as of the last round
  std::uint64_t good_tests = 0;
};

class Pruner {
 public:
  virtual ~Pruner() = default;

  // Called before each action, with the time spent so far.
  virtual PruneOrders step(const View& view, double now) = 0;

  // The strategy has nothing left to try. Empty when nothing is pruned either.
  virtual PruneOrders exhausted(const View& view, double now) = 0;

  // Called as Strategy::observe is.
  virtual void observe(const View& view, const Observation& observation) = 0;

  // The sides it has closed and not wanted again since. Runs and flips may have been there meanwhile.
  [[nodiscard]] virtual std::span<const tree::SideId> closed() const = 0;

  [[nodiscard]] virtual PruneReport report() const = 0;
};

// Null when none is wanted.
std::unique_ptr<Pruner> make_pruner(const PruneOptions& options, base::Rng rng);

// The mode of that name; an error lists them.
base::Result<PruneMode> prune_mode(std::string_view name);
std::string_view prune_name(PruneMode mode);

}  // namespace cairn::search

// Strategy: names the next action of an exploration, and learns from what came of it.
//
// A strategy sees a read-only view of the tree, the program and the coverage. It knows neither target nor solver, so
// each published heuristic is one small file, runs on simulated oracles as well, and can be wrapped by others.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/trace/decode.h"
#include "engine/trace/run.h"
#include "engine/tree/tree.h"

namespace cairn::program {
class Program;
class Coverage;
}  // namespace cairn::program

namespace cairn::search {

struct View {
  const tree::Tree& tree;
  const program::Program& program;
  const program::Coverage& coverage;
  const trace::Decoder* contexts = nullptr;  // knows the calling contexts of the tree's nodes; null: nobody does
};

// Solve for an open side of the tree and run the answer.
struct Flip {
  tree::SideId side;
  bool operator==(const Flip&) const = default;
};
// Run on random values for all inputs known so far.
struct FreshRandom {
  bool operator==(const FreshRandom&) const = default;
};
// Run on the input of an earlier run with some bytes changed.
struct Mutate {
  tree::OriginId origin;
  bool operator==(const Mutate&) const = default;
};
// Run many changed inputs without recording them, and record those that show something new.
struct Burst {
  bool operator==(const Burst&) const = default;
};
// Nothing is left that this strategy would try.
struct Done {
  bool operator==(const Done&) const = default;
};
using Action = std::variant<Flip, FreshRandom, Mutate, Burst, Done>;

enum class Result : std::uint8_t {
  initial,     // a run nobody proposed: the first input, a seed, a path of an earlier session
  random,      // a fresh random input was run
  mutated,     // a changed earlier input was run
  arrived,     // the run took the flipped side
  diverged,    // the run went elsewhere
  infeasible,  // no run: there is no such input
  unknown,     // no run, or one that was cut short
};

struct Observation {
  Result result = Result::initial;
  tree::SideId side{};          // the flip's; invalid for other actions
  tree::SideId leaf{};          // where the run ended in the tree; invalid without a run or without a symbolic step
  std::uint32_t new_sides = 0;  // source sides the run covered first
  trace::Outcome outcome;
  std::uint64_t steps = 0;
  double query_seconds = 0;        // what solving for the flip took
  std::uint64_t solver_steps = 0;  // the same as complete solvers count it: repeats with the seed
};

// What a strategy has learnt, for people: names and numbers.
using Findings = std::vector<std::pair<std::string, double>>;

class Strategy {
 public:
  virtual ~Strategy() = default;

  // The next action. Ensures: a Flip names an open side. After Done, later observations may bring new proposals.
  virtual Action propose(const View& view) = 0;

  // Called once for each run and each flip, in the order they ended.
  virtual void observe(const View& view, const Observation& observation) = 0;

  // Selection is to start over, with sides open again that were pruned. True: they are taken back as if they had never
  // been away, and there is nothing else to start over. False: a fresh one is needed.
  virtual bool take_back(const View&, std::span<const tree::SideId>) { return false; }

  // For the report; none unless a strategy learns something a person can read.
  [[nodiscard]] virtual Findings findings() const { return {}; }
};

}  // namespace cairn::search

// prune-bench SIDES FEATURES: what scoring costs a pruner. Makes a tree with that many open sides, whose paths hold
// equalities from that many different ones, then scores all of them under random weights and picks the lowest half, as
// each pruning of --prune homi does. Prints JSON, milliseconds; the least of several times. Exit status 1 above 200.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "engine/base/rng.h"
#include "engine/program/coverage.h"
#include "engine/search/homi.h"

namespace {

using namespace cairn;  // NOLINT
using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

}  // namespace

int main(int argc, char** argv) {
  const auto wanted = static_cast<std::size_t>(argc > 1 ? std::atoll(argv[1]) : 1'000'000);
  const auto equalities = static_cast<std::uint64_t>(argc > 2 ? std::atoll(argv[2]) : 200);
  constexpr std::size_t kDepth = 100;
  const program::Program program = std::move(program::Program::build({})).value();
  const program::Coverage coverage(program);
  expr::Dag dag;
  trace::Sides sides(dag, program);
  tree::Tree tree(dag, sides);
  base::Rng rng(1);
  std::uint32_t runs = 0;
  while (tree.frontier().size() < wanted) {
    std::vector<trace::Step> steps;
    for (std::size_t i = 0; i < kDepth; ++i) {
      trace::Step step;
      step.kind = trace::EventKind::Branch;
      step.sides = 2;
      // A path begins with the bits of the run's number, so that each is new, and goes on with equalities among others.
      const bool number = i < 16;
      const std::uint64_t which = rng.below(2 * equalities);
      const bool equality = !number && which < equalities;
      const auto byte = static_cast<std::uint32_t>(number ? i : equality ? 100 + which : 100 + 2 * equalities + which);
      step.branch = byte;
      const expr::ExprId input = dag.input(expr::ByteId{2 * byte}, 1);
      step.subject =
          equality ? dag.equal(input, dag.constant(65, 8)) : dag.make(expr::Op::Ult, 1, input, dag.constant(10, 8));
      step.outcome = number && (runs >> i & 1) != 0 ? 1 : 0;
      step.condition = step.outcome == 0 ? step.subject : dag.negate(step.subject);
      steps.push_back(step);
    }
    tree.append(steps, tree::OriginId{runs++});
  }
  search::Features features;
  auto begin = Clock::now();
  features.update({tree, program, coverage});
  const double taken_in = milliseconds_since(begin);
  double score = 1e9, count = 1e9;
  for (int i = 0; i < 7; ++i) {
    std::vector<float> weights;
    for (std::size_t k = 0; k < features.size(); ++k) weights.push_back(static_cast<float>(2 * rng.uniform() - 1));
    begin = Clock::now();
    const auto lowest = search::lowest_scoring(features, tree.frontier(), weights, tree.frontier().size() / 2);
    score = std::min(score, milliseconds_since(begin));
    begin = Clock::now();
    const auto counts = features.counts(tree.frontier());
    count = std::min(count, milliseconds_since(begin));
    if (lowest.size() != tree.frontier().size() / 2 || counts.size() != features.size()) return 1;
  }
  std::printf(
      "{\"sides\": %zu, \"features\": %zu, \"score_milliseconds\": %.1f, \"count_milliseconds\": %.1f, "
      "\"take_in_milliseconds\": %.1f, \"memory_bytes\": %zu}\n",
      tree.frontier().size(), features.size(), score, count, taken_in, features.memory_bytes());
  constexpr double kMost = 200;
  if (score + count <= kMost) return 0;
  std::fprintf(stderr, "scoring took %.0f ms, and at most %.0f are wanted\n", score + count, kMost);
  return 1;
}

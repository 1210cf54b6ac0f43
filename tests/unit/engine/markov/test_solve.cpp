// The optimum of covering: known values, and solvers that know nothing of each other.
#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <sstream>

#include "chains.h"
#include "engine/markov/export.h"
#include "engine/markov/solve.h"

namespace cairn::markov {
namespace {

CoverProcess process_of(const Chain& chain) {
  auto process = cover_process(chain);
  CHECK(process.ok());
  return std::move(process).value();
}

// Minimum over stationary choices by recursion on covered sets, straight from the definition: every action's outcomes
// come from listing the maximal runs one by one. Shares nothing with cover_process().
class ByDefinition {
 public:
  explicit ByDefinition(const Chain& chain) : chain_(chain), paths_(simple_paths(chain, chain.initial()).value()) {
    paths_.insert(paths_.begin(), Path{chain.initial()});
  }

  double value(Cover covered) {
    if (std::popcount(covered) == static_cast<int>(chain_.size())) return 0;
    if (const auto known = values_.find(covered); known != values_.end()) return known->second;
    double best = 1e300;
    for (const Path& path : paths_) {
      Cover prefix = covered;
      for (const State state : path) prefix |= Cover{1} << state;
      double later = 0;
      double leave = 0;
      run(path.back(), prefix, 1, covered, later, leave);
      const double cost = path.size() == 1 ? 1 : chain_.cost(path);
      if (leave > 0) best = std::min(best, (cost + later) / leave);
    }
    return values_[covered] = best;
  }

 private:
  void run(State at, Cover seen, double probability, Cover from, double& later, double& leave) {
    if (chain_.sink(at) && seen != from) {
      later += probability * value(seen);
      leave += probability;
    }
    for (const Step& step : chain_.steps(at)) {
      run(step.to, seen | Cover{1} << step.to, probability * step.probability, from, later, leave);
    }
  }

  const Chain& chain_;
  std::vector<Path> paths_;
  std::map<Cover, double> values_;
};

TEST(Solve, TwoBranchesAtRandomCostThree) {
  // One test covers one side; the other takes two more on average. Solving for it would cost 2 or more.
  const CoverProcess process = process_of(two_branches(0.5, 100));
  EXPECT_EQ(process.states.size(), 4u);   // nothing, one of the two sides, everything
  EXPECT_EQ(process.actions.size(), 3u);  // a random test, two paths
  EXPECT_DOUBLE_EQ(backward_pass(process).optimum(), 3);
  EXPECT_EQ(backward_pass(process).policy, (std::vector<std::uint32_t>{0, 0, 0, 0}));
}

TEST(Solve, ARareBranchIsSolvedForWhenThatIsCheaper) {
  // One side with probability 1/1000: a random test first, then the side that is missing by solving, at 10.
  const CoverProcess process = process_of(two_branches(0.001, 10));
  const Solution solution = backward_pass(process);
  EXPECT_NEAR(solution.optimum(), 1 + 0.999 * 10 + 0.001 / 0.999, 1e-9);
  EXPECT_EQ(solution.policy.front(), 0u);
  // Dearer than the 1000 tests it takes on average, it is left to chance.
  EXPECT_NEAR(backward_pass(process_of(two_branches(0.001, 1001))).optimum(), 1 + 0.999 * 1000 + 0.001 / 0.999, 1e-6);
}

TEST(Solve, AnActionCountsWithTheRandomRunBehindIt) {
  // 0 -> 1 -> {2, 3}: solving for the rare 1 covers 2 or 3 as well.
  const Chain chain = chain_of({{{1, 0.01, 5}, {4, 0.99, 5}}, {{2, 0.5, 5}, {3, 0.5, 5}}, {}, {}, {}});
  const CoverProcess process = process_of(chain);
  const Solution solution = backward_pass(process);
  ByDefinition definition(chain);
  EXPECT_NEAR(solution.optimum(), definition.value(0), 1e-9 * solution.optimum());
}

TEST(Solve, AllWaysAgreeOnRandomChains) {
  base::Rng rng(20);
  for (int round = 0; round < 60; ++round) {
    const Chain chain = random_chain(3 + rng.below(10), rng);
    const CoverProcess process = process_of(chain);
    const Solution exact = backward_pass(process);
    const Solution policy = policy_iteration(process);
    ByDefinition definition(chain);
    EXPECT_NEAR(exact.optimum(), definition.value(0), 1e-9 * exact.optimum());
    for (std::size_t state = 0; state < process.states.size(); ++state) {
      EXPECT_NEAR(exact.value[state], policy.value[state], 1e-9 * exact.value[state]);
    }
    const Solution iterated = value_iteration(process, {1e-13, 1'000'000});
    EXPECT_TRUE(iterated.converged);
    EXPECT_NEAR(exact.optimum(), iterated.optimum(), 1e-7 * exact.optimum());
  }
}

TEST(Solve, WhatCostsNothingAndLeadsNowhereIsNoWay) {
  // Solving for 2 is free, and from then on it only stays where it is.
  const CoverProcess process = process_of(chain_of({{{1, 0.2, 7}, {2, 0.8, 0}}, {}, {}}));
  const double optimum = backward_pass(process).optimum();
  EXPECT_GT(optimum, 0);
  EXPECT_NEAR(policy_iteration(process).optimum(), optimum, 1e-9);
  EXPECT_NEAR(value_iteration(process, {1e-13, 1'000'000}).optimum(), optimum, 1e-7);
}

TEST(Solve, ValueIterationStaysBelowAndSaysWhenItGaveUp) {
  const CoverProcess process = process_of(two_branches(0.0001, 1e7));
  const Solution cut = value_iteration(process, {1e-6, 50});
  EXPECT_FALSE(cut.converged);
  EXPECT_EQ(cut.iterations, 50u);
  EXPECT_LT(cut.optimum(), backward_pass(process).optimum());
}

TEST(CoverProcess, ProbabilitiesOfEveryActionSumToOne) {
  base::Rng rng(4);
  const CoverProcess process = process_of(random_chain(9, rng));
  for (std::size_t state = 0; state < process.states.size(); ++state) {
    for (std::size_t action = 0; action < process.actions.size(); ++action) {
      double sum = process.staying(state, action);
      for (const Outcome& outcome : process.leaving(state, action)) {
        sum += outcome.probability;
        EXPECT_EQ(process.states[outcome.to] & process.states[state], process.states[state]);
      }
      EXPECT_NEAR(sum, 1, 1e-12);
    }
  }
}

TEST(CoverProcess, SaysWhatItCannotTake) {
  const Chain loop = chain_of({{{1, 1, 1}}, {{0, 0.5, 1}, {2, 0.5, 1}}, {}});
  EXPECT_NE(cover_process(loop).error().message.find("cycles"), std::string::npos);
  const Chain island = chain_of({{{1, 1, 1}}, {}, {{1, 1, 1}}});
  EXPECT_NE(cover_process(island).error().message.find("reached"), std::string::npos);
  EXPECT_FALSE(Chain::make({{{1, 0.7, 1}}, {}}, 0).ok());
  EXPECT_FALSE(Chain::make({{{5, 1, 1}}, {}}, 0).ok());
}

// Reads a constraint of the linear programme back: coefficients by variable, and the right-hand side.
struct Constraint {
  std::map<int, double> coefficients;
  double right = 0;
};

std::vector<Constraint> constraints_of(const std::string& text) {
  std::istringstream in(text.substr(text.find("Subject To") + 11));
  std::vector<Constraint> found;
  std::string word;
  double sign = 1;
  double number = 1;
  while (in >> word && word != "End") {
    if (word.ends_with(":")) {
      found.emplace_back();
      sign = 1;
    } else if (word == "-") {
      sign = -1;
    } else if (word == "<=") {
      in >> found.back().right;
    } else if (word.starts_with("v")) {
      found.back().coefficients[std::stoi(word.substr(1))] += sign * number;
    } else {
      number = std::stod(word);
    }
  }
  return found;
}

TEST(Export, TheLinearProgrammeIsTightAtTheOptimumAndNowhereViolated) {
  base::Rng rng(8);
  const CoverProcess process = process_of(random_chain(7, rng));
  const Solution solution = backward_pass(process);
  const std::string text = to_lp(process);
  std::vector<bool> tight(process.goal(), false);
  for (const Constraint& constraint : constraints_of(text)) {
    double left = 0;
    int of = -1;
    for (const auto& [variable, coefficient] : constraint.coefficients) {
      left += coefficient * solution.value[static_cast<std::size_t>(variable)];
      if (coefficient > 0) of = variable;
    }
    EXPECT_LE(left, constraint.right + 1e-7);
    if (left > constraint.right - 1e-7) tight[static_cast<std::size_t>(of)] = true;
  }
  EXPECT_EQ(std::count(tight.begin(), tight.end(), true), static_cast<std::ptrdiff_t>(process.goal()));
}

TEST(Export, PrismGetsEveryActionOfEveryState) {
  const std::string text = to_prism(process_of(two_branches(0.25, 7)));
  EXPECT_NE(text.find("m : [0..3] init 0;"), std::string::npos);
  EXPECT_NE(text.find("[a0] m=0 -> 0.25:(m'=1) + 0.75:(m'=2);"), std::string::npos) << text;
  EXPECT_NE(text.find("[a0] m=1 -> 0.75:(m'=3) + 0.25:(m'=1);"), std::string::npos) << text;
  EXPECT_NE(text.find("[a1] true : 7;  // solve 0-1"), std::string::npos) << text;
  EXPECT_NE(text.find("label \"covered\" = m=3;"), std::string::npos) << text;
}

}  // namespace
}  // namespace cairn::markov

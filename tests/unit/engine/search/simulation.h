// A program without a process: a function over a few input bytes that says where it branches. Flips are answered by
// trying all inputs over a small set of byte values.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <vector>

#include "engine/expr/evaluate.h"
#include "engine/program/coverage.h"
#include "engine/program/program.h"
#include "engine/search/registry.h"
#include "engine/tree/tree.h"

namespace cairn::search {

struct NoSwitches final : trace::SwitchCases {
  [[nodiscard]] std::optional<std::span<const std::uint64_t>> cases_of(std::uint32_t) const override {
    return std::nullopt;
  }
};

class Simulation {
 public:
  using Bytes = std::vector<std::uint8_t>;

  // What a simulated program sees of its input, and how it branches.
  class Run {
   public:
    Run(expr::Dag& dag, const Bytes& bytes) : dag_(dag), bytes_(bytes) {
      for (std::uint32_t i = 0; i < bytes.size(); ++i) assignment_.set(expr::ByteId{i}, bytes[i]);
    }
    bool less(std::uint32_t place, std::uint32_t i, std::uint32_t j) {
      return branch(place, dag_.make(expr::Op::Ult, 1, byte(i), byte(j)));
    }
    bool below(std::uint32_t place, std::uint32_t i, unsigned bound) {
      return branch(place, dag_.make(expr::Op::Ult, 1, byte(i), dag_.constant(bound, 8)));
    }
    // A conditional that does not look at the input, though what came before may have decided it.
    bool concrete(std::uint32_t place, bool truth) {
      covered.insert({place, truth});
      return truth;
    }
    std::vector<trace::Step> steps;
    std::set<std::pair<std::uint32_t, bool>> covered;

   private:
    expr::ExprId byte(std::uint32_t i) { return dag_.input(expr::ByteId{i}, 1); }
    bool branch(std::uint32_t place, expr::ExprId condition) {
      const bool truth = expr::evaluate(dag_, condition, assignment_) != 0;
      covered.insert({place, truth});
      if (dag_.constant_value(condition)) return truth;
      trace::Step step;
      step.kind = trace::EventKind::Branch;
      step.sides = 2;
      step.branch = place;
      step.subject = condition;
      step.outcome = truth ? 0 : 1;
      step.condition = truth ? condition : dag_.negate(condition);
      steps.push_back(step);
      return truth;
    }

    expr::Dag& dag_;
    const Bytes& bytes_;
    expr::Assignment assignment_;
  };
  using Program = std::function<void(Run&)>;

  // `known`: the static facts; its branches are the places.
  Simulation(Program program, std::size_t bytes, Bytes values,
             program::Program known = program::Program::build({}).value())
      : facts(std::move(known)), program_(std::move(program)), bytes_(bytes), values_(std::move(values)) {
    run(Bytes(bytes, 0), {}, Result::initial);
  }

  View view() { return {tree, facts, coverage}; }

  // Drives the strategy until it is done or has proposed `limit` actions; what it proposed.
  std::vector<Action> drive(Strategy& strategy, std::size_t limit, std::uint64_t seed = 1) {
    base::Rng rng(seed);
    std::vector<Action> actions;
    for (const Observation& seen : backlog_) strategy.observe(view(), seen);
    backlog_.clear();
    while (actions.size() < limit) {
      const Action action = strategy.propose(view());
      actions.push_back(action);
      if (std::holds_alternative<Done>(action)) break;
      if (const auto* proposed = std::get_if<Flip>(&action)) {
        flip(proposed->side);
      } else {
        Bytes input(bytes_);
        for (auto& byte : input) byte = static_cast<std::uint8_t>(rng.below(256));
        run(input, {}, Result::random);
      }
      for (const Observation& seen : backlog_) strategy.observe(view(), seen);
      backlog_.clear();
    }
    return actions;
  }

  expr::Dag dag;
  NoSwitches none;
  trace::Sides sides{dag, none};
  tree::Tree tree{dag, sides};
  program::Program facts;
  program::Coverage coverage{facts};

  std::function<std::optional<Bytes>(tree::SideId)> oracle;  // instead of trying all inputs
  std::function<std::optional<Result>(tree::SideId)> fail;   // makes a flip fail in that way
  std::size_t forced = 0;                                    // flips that arrived
  std::size_t attempts = 0;
  std::size_t not_open = 0;  // proposals that broke the contract
  std::size_t runs = 0;
  std::set<std::vector<tree::SideId>> paths;
  std::vector<std::vector<std::uint32_t>> order;  // outcomes of each new path, in order of discovery

 private:
  void flip(tree::SideId side) {
    ++attempts;
    if (!tree.open(side)) {
      ++not_open;
      return;
    }
    tree.set_state(side, tree::SideState::in_flight);
    Observation seen;
    seen.side = side;
    seen.result = Result::infeasible;
    const std::optional<Result> failed = fail ? fail(side) : std::nullopt;
    const std::optional<Bytes> input = failed ? std::nullopt : oracle ? oracle(side) : solve(side);
    if (input) {
      run(*input, side, Result::arrived);
      return;
    }
    if (failed) seen.result = *failed;
    tree.set_state(side, seen.result == Result::infeasible ? tree::SideState::infeasible
                         : seen.result == Result::diverged ? tree::SideState::diverged
                                                           : tree::SideState::unknown);
    backlog_.push_back(seen);
  }

  std::optional<Bytes> solve(tree::SideId side) {
    std::vector<expr::ExprId> conditions;
    tree.conditions(side, conditions);
    expr::Evaluator evaluator(dag, conditions);
    std::vector<std::size_t> digits(bytes_, 0);
    for (;;) {
      Bytes input(bytes_);
      expr::Assignment assignment;
      for (std::uint32_t i = 0; i < bytes_; ++i) assignment.set(expr::ByteId{i}, input[i] = values_[digits[i]]);
      if (evaluator.first_zero(assignment) == conditions.size()) return input;
      std::size_t at = 0;
      while (at < bytes_ && ++digits[at] == values_.size()) digits[at++] = 0;
      if (at == bytes_) return std::nullopt;
    }
  }

  void run(const Bytes& input, tree::SideId side, Result result) {
    Run run(dag, input);
    program_(run);
    ++runs;
    const tree::Appended appended = tree.append(run.steps, tree::OriginId{0});
    Observation seen;
    seen.result = result;
    seen.side = side;
    seen.leaf = appended.leaf();
    for (const auto& each : run.covered) seen.new_sides += covered_.insert(each).second ? 1 : 0;
    if (facts.sides() > 0) seen.new_sides = static_cast<std::uint32_t>(coverage.add(counters_of(run)).size());
    if (side.valid() && tree.state(side) == tree::SideState::visited) ++forced;
    if (paths.insert({appended.path.begin(), appended.path.end()}).second) {
      auto& outcomes = order.emplace_back();
      for (const trace::Step& step : run.steps) outcomes.push_back(step.outcome);
    }
    backlog_.push_back(seen);
  }

  std::vector<std::uint32_t> counters_of(const Run& run) const {
    std::vector<std::uint32_t> counters(facts.counters());
    for (std::uint32_t i = 0; i < counters.size(); ++i) {
      // Every run enters the program's one function; other blocks follow from the sides.
      if (const auto block = facts.block_of_counter(i); block.valid() && block.value == 0) counters[i] = 1;
    }
    for (const auto& [place, truth] : run.covered) {
      const program::SideId side = facts.side_of(place, truth ? 0 : 1);
      for (std::uint32_t i = 0; i < counters.size(); ++i) counters[i] |= facts.side_of_counter(i) == side ? 1u : 0u;
    }
    return counters;
  }

  Program program_;
  std::size_t bytes_;
  Bytes values_;
  std::set<std::pair<std::uint32_t, bool>> covered_;
  std::vector<Observation> backlog_;
};

// isSorted(a, b, c) of the IPPC paper, on bytes: 4 feasible paths.
inline void is_sorted(Simulation::Run& run) {
  if (run.less(1, 1, 0)) return;
  if (run.less(2, 2, 0)) return;
  run.less(3, 2, 1);
}

// mid(x, y, z), the median of three: 6 feasible paths.
inline void mid(Simulation::Run& run) {
  if (run.less(1, 0, 1)) {
    if (run.less(2, 1, 2)) return;
    run.less(3, 0, 2);
  } else {
    if (run.less(4, 0, 2)) return;
    run.less(5, 1, 2);
  }
}

// `depth` independent branches in a row: 2^depth paths.
inline Simulation::Program binary(std::uint32_t depth) {
  return [depth](Simulation::Run& run) {
    for (std::uint32_t i = 0; i < depth; ++i) run.below(i, i, 100);
  };
}

// Two numbers found by comparing with 1, 2, 3, ...: 20 * 10 paths, all feasible on bytes below 20.
inline void two_hundred(Simulation::Run& run) {
  for (std::uint32_t i = 1; i < 20; ++i) {
    if (run.below(i, 0, i)) break;
  }
  for (std::uint32_t i = 1; i < 10; ++i) {
    if (run.below(100 + i, 1, i)) break;
  }
}

}  // namespace cairn::search

// Trees of given conditions, worked out by hand.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "../program/facts_builder.h"
#include "engine/program/coverage.h"
#include "engine/search/pruner.h"

namespace cairn::search {

using expr::ExprId;
using expr::Op;
using tree::SideId;

// Trees of given conditions; `program` has one switch (branch 0) with the cases 10 and 20.
struct Conditions {
  Conditions() : facts(program()), coverage(facts) {}

  static program::Program program() {
    program::FactsBuilder builder;
    builder.function("main", 1);
    for (std::uint32_t i = 0; i < 4; ++i) builder.block(1, {i + 1}, i == 0);
    builder.branch(builder.site(0, {1, 2, 3}, 1, 1, CAIRN_SITE_SWITCH), {0, 1, 2}, {10, 20});
    std::vector<program::Module> modules;
    builder.add_to(modules);
    return std::move(program::Program::build(std::move(modules))).value();
  }

  ExprId byte(std::uint32_t i) { return dag.input(expr::ByteId{i}, 1); }
  ExprId equal(std::uint32_t i, unsigned value) { return dag.equal(byte(i), dag.constant(value, 8)); }
  ExprId below(std::uint32_t i, unsigned value) { return dag.make(Op::Ult, 1, byte(i), dag.constant(value, 8)); }

  trace::Step step(ExprId condition, bool truth = true) {
    trace::Step made;
    made.kind = trace::EventKind::Branch;
    made.sides = 2;
    made.branch = 1;
    made.subject = condition;
    made.outcome = truth ? 0 : 1;
    made.condition = truth ? condition : dag.negate(condition);
    return made;
  }
  // The switch, on a byte.
  trace::Step cases(std::uint32_t i, std::uint32_t outcome) {
    trace::Step made;
    made.kind = trace::EventKind::Switch;
    made.sides = 3;
    made.branch = 0;
    made.subject = byte(i);
    made.outcome = outcome;
    made.condition = sides.switch_condition(0, made.subject, outcome);
    return made;
  }
  std::vector<SideId> append(const std::vector<trace::Step>& steps) {
    const auto path = tree.append(steps, tree::OriginId{0}).path;
    return {path.begin(), path.end()};
  }
  SideId other(SideId side) { return tree.side(tree.node_of(side), 1 - tree.outcome(side)); }
  View view() { return {tree, facts, coverage}; }

  expr::Dag dag;
  program::Program facts;
  program::Coverage coverage;
  trace::Sides sides{dag, facts};
  tree::Tree tree{dag, sides};
};

// A comb: below `byte 0 == 1` and below its negation, sixty open sides each.
struct Comb : Conditions {
  Comb() {
    for (const bool first : {true, false}) {
      std::vector<trace::Step> steps{step(equal(0, 1), first)};
      for (std::uint32_t i = 0; i < 60; ++i) steps.push_back(step(below(i + 1, 100)));
      leaves.push_back(append(steps).back());
    }
  }
  // A run that covers the given outcome of the switch.
  Observation run(std::uint32_t outcome, SideId leaf) {
    std::vector<std::uint32_t> counters(facts.counters(), 0);
    counters[0] = 1;
    counters[1 + outcome] = 1;
    coverage.add(counters);
    Observation seen;
    seen.result = Result::random;
    seen.leaf = leaf;
    return seen;
  }
  void carry_out(const PruneOrders& orders) {
    for (const SideId side : orders.reopen) tree.set_state(side, tree::SideState::open);
    for (const SideId side : orders.close) tree.set_state(side, tree::SideState::pruned);
  }
  std::vector<SideId> leaves;
};

}  // namespace cairn::search

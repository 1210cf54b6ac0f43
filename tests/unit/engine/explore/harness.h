// An exploration of a fake program with a solver that tries everything, in a real run directory.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/explore/loop.h"
#include "engine/expr/evaluate.h"
#include "engine/expr/support.h"
#include "engine/search/registry.h"
#include "fake_program.h"
#include "fake_target.h"

namespace cairn::explore {

// Tries all values from a small set for every byte the query depends on.
class BruteForce final : public solver::Solver {
 public:
  BruteForce(const expr::Dag& dag, std::vector<std::uint8_t> values) : dag_(dag), values_(std::move(values)) {}

  solver::Answer solve(const solver::Query& query) override {
    solver::Answer answer;
    if (asked) asked();
    if (query.effort < least_effort) return answer;
    expr::Supports supports(dag_);
    std::vector<expr::ByteId> bytes;
    for (const expr::ExprId each : query.constraints) {
      bytes.insert(bytes.end(), supports.of(each).begin(), supports.of(each).end());
    }
    std::ranges::sort(bytes);
    bytes.erase(std::ranges::unique(bytes).begin(), bytes.end());
    expr::Evaluator evaluator(dag_, query.constraints);
    std::vector<std::size_t> digits(bytes.size(), 0);
    answer.assignment = *query.parent;
    for (;;) {
      for (std::size_t i = 0; i < bytes.size(); ++i) answer.assignment.set(bytes[i], values_[digits[i]]);
      if (evaluator.first_zero(answer.assignment) == query.constraints.size()) {
        answer.verdict = solver::Verdict::sat;
        return answer;
      }
      std::size_t at = 0;
      while (at < digits.size() && ++digits[at] == values_.size()) digits[at++] = 0;
      if (at == digits.size()) break;
    }
    answer.verdict = solver::Verdict::unsat;
    return answer;
  }

  std::uint32_t least_effort = 0;  // what is asked with less stays unknown
  std::function<void()> asked;     // called before each answer

 private:
  const expr::Dag& dag_;
  std::vector<std::uint8_t> values_;
};

// Writes down what a strategy proposes and sees.
class Recorded final : public search::Strategy {
 public:
  explicit Recorded(std::unique_ptr<search::Strategy> inner) : inner_(std::move(inner)) {}
  search::Action propose(const search::View& view) override {
    actions.push_back(inner_->propose(view));
    return actions.back();
  }
  void observe(const search::View& view, const search::Observation& seen) override {
    results.push_back(seen.result);
    inner_->observe(view, seen);
  }
  void replace(std::unique_ptr<search::Strategy> inner) { inner_ = std::move(inner); }
  std::vector<search::Action> actions;
  std::vector<search::Result> results;

 private:
  std::unique_ptr<search::Strategy> inner_;
};

class Reports final : public Reporter {
 public:
  void progress(const Progress& progress) override { seen.push_back(progress); }
  std::vector<Progress> seen;
};

class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    std::string pattern = (std::filesystem::temp_directory_path() / "cairn-explore-XXXXXX").string();
    CHECK(mkdtemp(pattern.data()) != nullptr);
    path_ = pattern;
  }
  ~TemporaryDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  [[nodiscard]] std::filesystem::path operator/(const char* name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

struct Case {
  FakeTarget::Program program;
  std::uint32_t places = 8;          // branches the program has
  std::vector<std::string> words{};  // among the constants of its source
  std::string strategy = "bounded-dfs";
  std::optional<std::uint32_t> depth;
  std::uint64_t seed = 1;
  std::vector<std::uint8_t> values{0, 1, 2};
  LoopOptions options;
};

// Everything of one session that lives in memory.
class Exploration {
 public:
  Exploration(const Case& setup, std::unique_ptr<suite::RunDirectory> opened)
      : context(setup.seed),
        objects(dag),
        facts(make_program(setup.places, setup.words)),
        coverage(*facts),
        decoder(dag, objects, *facts),
        tree(dag, decoder.sides(), {.depth = search::depth_of_tree(setup.strategy, setup.depth)}),
        target(setup.program, 2 * setup.places),
        solver(dag, setup.values),
        strategy(search::find_strategy(setup.strategy)->make({.depth = setup.depth}, context.rng.split())),
        directory(std::move(opened)),
        loop(Parts{context, target, solver, dag, objects, decoder, *facts, coverage, tree, strategy, *directory},
             setup.options) {}

  End explore(const Budget& budget = {}) {
    auto end = loop.explore(budget, reports);
    EXPECT_TRUE(end.ok()) << end.error().message;
    return *end;
  }

  // For LoopOptions::forget: everything that holds expressions, made anew in its place.
  void forget(const Case& setup) {
    std::destroy_at(&tree);
    std::destroy_at(&decoder);
    std::destroy_at(&objects);
    std::destroy_at(&dag);
    std::construct_at(&dag);
    std::construct_at(&objects, dag);
    std::construct_at(&decoder, dag, objects, *facts);
    std::construct_at(&tree, dag, decoder.sides(),
                      tree::Options{.depth = search::depth_of_tree(setup.strategy, setup.depth)});
    strategy.replace(search::find_strategy(setup.strategy)->make({.depth = setup.depth}, context.rng.split()));
  }

  [[nodiscard]] nlohmann::json summary() const {
    std::ifstream in(directory->path() / "summary.json");
    return nlohmann::json::parse(in);
  }

  base::Context context;
  expr::Dag dag;
  trace::ObjectTable objects;
  std::unique_ptr<program::Program> facts;
  program::Coverage coverage;
  trace::Decoder decoder;
  tree::Tree tree;
  FakeTarget target;
  BruteForce solver;
  Recorded strategy;
  std::unique_ptr<suite::RunDirectory> directory;
  Reports reports;
  Loop loop;
};

inline std::unique_ptr<suite::RunDirectory> fresh(const std::filesystem::path& path) {
  suite::Manifest manifest;
  manifest.program = "/fake";
  manifest.command = {"/fake"};
  manifest.options = "{}";
  return suite::create(path, manifest, false).value();
}

// isSorted(a, b, c) of the IPPC paper.
inline void is_sorted(FakeRun& run) {
  const Value a = run.symbolic("a", 1), b = run.symbolic("b", 1), c = run.symbolic("c", 1);
  if (run.branch(0, run.less(b, a))) return;
  if (run.branch(1, run.less(c, a))) return;
  run.branch(2, run.less(c, b));
}

// mid(x, y, z), the median of three.
inline void mid(FakeRun& run) {
  const Value x = run.symbolic("x", 1), y = run.symbolic("y", 1), z = run.symbolic("z", 1);
  if (run.branch(0, run.less(x, y))) {
    if (run.branch(1, run.less(y, z))) return;
    run.branch(2, run.less(x, z));
  } else {
    if (run.branch(3, run.less(x, z))) return;
    run.branch(4, run.less(y, z));
  }
}

}  // namespace cairn::explore

// Puts the queries of a log to a solver, with nothing stored, and prints what each cost:
//
//   replay LOG SOLVER [--hard HARD-LOG] [--every K]
//
// SOLVER is z3-fresh or z3-incremental (plain_z3.h), a chain's name (full, ippc, z3, bits, or a command), or
// full-LAYER: the full chain without that layer. HARD-LOG gets the queries that reach the complete solvers. With K only
// every Kth stretch of 50 queries is asked. Prints a line for each query (verdict, nanoseconds, conditions, calls of
// complete solvers, steps; a verdict that evaluation refutes is "wrong") and the solver's counters at the end.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "bench/solver/plain_z3.h"
#include "engine/expr/evaluate.h"
#include "engine/solver/chain.h"

namespace {

using namespace cairn;
using solver::Verdict;

constexpr std::uint64_t kSteps = 500'000;  // nobody asks a second time here: what a third try has in a run
constexpr unsigned kMilliseconds = 3000;   // of plain Z3; as long as the chain's solvers have before they are killed

base::Result<std::unique_ptr<solver::Solver>> make(const std::string& name, base::Context& context, expr::Dag& dag,
                                                   solver::QueryLog* hard) {
  if (name == "z3-fresh") return bench::make_plain_z3(dag, bench::PlainZ3::fresh, kMilliseconds);
  if (name == "z3-incremental") return bench::make_plain_z3(dag, bench::PlainZ3::incremental, kMilliseconds);
  solver::ChainOptions options;
  options.hard_log = hard;
  options.backend.wall_milliseconds = kMilliseconds;
  options.backend.step_limit = kSteps;
  if (name.starts_with("full-")) {
    if (std::erase(options.layers, name.substr(5)) == 0)
      return base::misuse_error("There is no layer " + name.substr(5) + ".");
  } else {
    TRY(options.layers, solver::layers_of(name));
    options.command = name;
  }
  TRY_STATUS(solver::check_options(options));
  return solver::make_chain(context, dag, options);
}

const char* word(const expr::Dag& dag, const solver::LoggedQuery& query, const solver::Answer& answer) {
  if (answer.verdict == Verdict::unknown) return "unknown";
  if (answer.verdict == Verdict::unsat) return "unsat";
  const bool right = expr::Evaluator(dag, query.constraints).first_zero(answer.assignment) == query.constraints.size();
  return right ? "sat" : "wrong";
}

struct Arguments {
  std::string log, solver, hard;
  std::size_t every = 1;
};

constexpr std::size_t kStretch = 50;  // neighbours share their prefix, so a sample is made of stretches

base::Status replay(const Arguments& arguments) {
  base::Context context(1);
  expr::Dag dag;
  TRY(const std::vector<solver::LoggedQuery> queries, solver::read_queries(dag, arguments.log));
  std::unique_ptr<solver::QueryLog> hard;
  if (!arguments.hard.empty()) {
    TRY(hard, solver::QueryLog::create(arguments.hard, dag));
  }
  TRY(const auto solver, make(arguments.solver, context, dag, hard.get()));
  const std::uint64_t& calls = context.stats.counter("solver.complete_calls");
  for (std::size_t i = 0; i < queries.size(); ++i) {
    if (i / kStretch % arguments.every != 0) continue;
    const solver::LoggedQuery& query = queries[i];
    const std::uint64_t before = calls;
    const auto start = std::chrono::steady_clock::now();
    const solver::Answer answer = solver->solve({query.constraints, &query.parent});
    const auto spent = std::chrono::steady_clock::now() - start;
    std::printf("%s %lld %zu %llu %llu\n", word(dag, query, answer),
                static_cast<long long>(std::chrono::duration_cast<std::chrono::nanoseconds>(spent).count()),
                query.constraints.size(), static_cast<unsigned long long>(calls - before),
                static_cast<unsigned long long>(answer.steps));
  }
  for (const auto& [counter, value] : context.stats.counters())
    std::printf("# %s %llu\n", counter.c_str(), static_cast<unsigned long long>(value));
  for (const auto& [gauge, value] : context.stats.gauges()) std::printf("# %s %.6f\n", gauge.c_str(), value);
  return hard != nullptr ? hard->flush() : base::Status{};
}

std::optional<Arguments> read(std::span<const char* const> words) {
  if (words.size() < 2 || words.size() % 2 != 0) return std::nullopt;
  Arguments arguments{.log = words[0], .solver = words[1], .hard = {}};
  for (std::size_t i = 2; i < words.size(); i += 2) {
    if (words[i] == std::string_view("--hard")) {
      arguments.hard = words[i + 1];
    } else if (words[i] == std::string_view("--every")) {
      arguments.every = std::strtoul(words[i + 1], nullptr, 10);
    } else {
      return std::nullopt;
    }
  }
  return arguments.every > 0 ? std::optional(arguments) : std::nullopt;
}

}  // namespace

int main(int argc, char** argv) {
  const auto arguments = read({argv + 1, static_cast<std::size_t>(argc) - 1});
  if (!arguments) {
    std::fprintf(stderr, "usage: replay LOG SOLVER [--hard HARD-LOG] [--every K]\n");
    return 2;
  }
  const auto status = replay(*arguments);
  if (status.ok()) return 0;
  std::fprintf(stderr, "replay: %s\n", status.error().message.c_str());
  return 3;
}

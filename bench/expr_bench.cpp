// Costs of the expression layer that decide how many iterations a second there are: interning a recorded run again and
// for the first time, compiling a path condition, and evaluating it.
#include <benchmark/benchmark.h>

#include "engine/expr/evaluate.h"
#include "engine/expr/serialize.h"
#include "engine/expr/support.h"

namespace cairn::expr {
namespace {

// What a run over `bytes` input bytes records, roughly: a checksum, comparisons with characters, numbers read as
// little-endian words. Three nodes in four are new shapes for the rules.
std::vector<ExprId> record_run(Dag& dag, std::uint32_t bytes, std::uint64_t& requests) {
  std::vector<ExprId> conditions;
  const ExprId prime = dag.constant(16777619, 32), zero = dag.constant(0, 32);
  ExprId hash = dag.constant(2166136261u, 32);
  for (std::uint32_t i = 0; i < bytes; ++i) {
    const ExprId byte = dag.input(ByteId(i), 1);
    const ExprId wide = dag.make(Op::SExt, 32, byte);
    hash = dag.make(Op::Mul, 32, dag.make(Op::Xor, 32, hash, wide), prime);
    const ExprId digit = dag.make(Op::Sub, 32, wide, dag.constant('0', 32));
    conditions.push_back(dag.make(Op::Ult, 1, digit, dag.constant(10, 32)));
    conditions.push_back(dag.make(Op::Eq, 1, wide, dag.constant('{', 32)));
    conditions.push_back(dag.make(Op::Slt, 1, hash, zero));
    const ExprId mixed = dag.make(Op::Add, 32, hash, dag.make(Op::LShr, 32, hash, dag.constant(7, 32)));
    conditions.push_back(dag.make(Op::Ne, 1, mixed, dag.constant(i, 32)));
    requests += 16;
  }
  return conditions;
}

void intern_again(benchmark::State& state) {
  Dag dag;
  std::uint64_t requests = 0;
  record_run(dag, 6000, requests);
  requests = 0;
  for (auto _ : state) benchmark::DoNotOptimize(record_run(dag, 6000, requests));
  state.SetItemsProcessed(static_cast<std::int64_t>(requests));
}
BENCHMARK(intern_again);

void intern_first(benchmark::State& state) {
  std::uint64_t requests = 0;
  for (auto _ : state) {
    Dag dag;
    benchmark::DoNotOptimize(record_run(dag, 6000, requests));
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(requests));
}
BENCHMARK(intern_first);

void compile_path_condition(benchmark::State& state) {
  Dag dag;
  std::uint64_t requests = 0;
  const std::vector<ExprId> conditions = record_run(dag, 2000, requests);
  for (auto _ : state) benchmark::DoNotOptimize(Evaluator(dag, conditions));
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * dag.size()));
}
BENCHMARK(compile_path_condition);

void evaluate_path_condition(benchmark::State& state) {
  Dag dag;
  std::uint64_t requests = 0;
  const std::vector<ExprId> conditions = record_run(dag, static_cast<std::uint32_t>(state.range(0)), requests);
  Evaluator evaluator(dag, conditions);
  Assignment assignment;
  for (std::uint32_t i = 0; i < state.range(0); ++i) assignment.set(ByteId(i), static_cast<std::uint8_t>(i * 37));
  for (auto _ : state) benchmark::DoNotOptimize(evaluator.run(assignment));
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * dag.size()));
}
BENCHMARK(evaluate_path_condition)->Arg(100)->Arg(2000);

void supports_of_path_condition(benchmark::State& state) {
  Dag dag;
  std::uint64_t requests = 0;
  const std::vector<ExprId> conditions = record_run(dag, 2000, requests);
  for (auto _ : state) {
    Supports supports(dag);
    for (const ExprId id : conditions) benchmark::DoNotOptimize(supports.of(id));
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * dag.size()));
}
BENCHMARK(supports_of_path_condition);

void serialize_and_read(benchmark::State& state) {
  Dag dag, other;
  std::uint64_t requests = 0;
  const std::vector<ExprId> conditions = record_run(dag, 2000, requests);
  for (auto _ : state) benchmark::DoNotOptimize(deserialize(other, serialize(dag, conditions)));
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * dag.size()));
}
BENCHMARK(serialize_and_read);

}  // namespace
}  // namespace cairn::expr

BENCHMARK_MAIN();

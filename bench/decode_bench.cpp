// Decoding of a synthetic run shaped like a JSON parser on 4 KB: about 100,000 nodes and 50,000 events, of which four
// in five nodes matter. Build by hand:
//
//   clang++-19 -std=gnu++20 -O2 -I. bench/decode_bench.cpp engine/{base,expr,trace}/*.cpp -lbenchmark -lfmt -o
//   decode_bench
#include <benchmark/benchmark.h>

#include "engine/trace/decode.h"

namespace {

using namespace cairn;  // NOLINT

constexpr std::uint32_t kBytes = 4096;

struct NoCases : trace::SwitchCases {
  std::vector<std::uint64_t> values{'"', ',', ':', '[', ']', '{', '}', '\\', '/', 'b', 'f', 'n', 'r', 't', 'u'};
  [[nodiscard]] std::optional<std::span<const std::uint64_t>> cases_of(std::uint32_t) const override { return values; }
};

struct Synthetic {
  cairn_object object{};
  std::vector<cairn_node> nodes;
  std::vector<cairn_event> events;

  // Leaves the common path behind byte `flip`.
  explicit Synthetic(std::uint32_t flip) {
    object.kind = CAIRN_OBJECT_STDIN;
    object.flags = CAIRN_OBJECT_SIZED;
    object.size = object.capacity = kBytes;
    std::uint32_t number = 1;
    for (std::uint32_t i = 0; i < kBytes; ++i) {
      const std::uint32_t byte = i + 1;
      const std::uint32_t wide = node(CAIRN_OP_ZExt, 32, byte, 0, 0);
      number =
          imm(CAIRN_OP_Add, 32, imm(CAIRN_OP_Mul, 32, number == 1 ? wide : number, 10), 48);  // a value nobody asks for
      if (i % 64 == 0) number = wide;
      for (std::uint32_t k = 0; k < 10; ++k) {
        branch(k, imm(CAIRN_OP_Eq, 1, k % 2 != 0 ? wide : byte, 9 + k + (i > flip ? 1 : 0)), false);
      }
      const std::uint32_t digit = imm(CAIRN_OP_Sub, 8, byte, 48);
      branch(11, imm(CAIRN_OP_Ult, 1, digit, 10), i % 3 == 0);
      cairn_event e{};
      e.kind = CAIRN_EVENT_Switch;
      e.aux = CAIRN_SWITCH_DEFAULT;
      e.site = 12;
      e.node = byte;
      events.push_back(e);
      for (std::uint32_t k = 0; k < 9; ++k) imm(CAIRN_OP_Add, 8, digit, k);
    }
  }

  std::uint32_t push(const cairn_node& n) {
    nodes.push_back(n);
    return CAIRN_INPUT_LIMIT + static_cast<std::uint32_t>(nodes.size()) - 1;
  }
  std::uint32_t node(cairn_op op, unsigned width, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    cairn_node n{};
    n.op = static_cast<std::uint8_t>(op);
    n.width = static_cast<std::uint8_t>(width);
    n.a = a;
    n.b = b;
    n.c = c;
    return push(n);
  }
  std::uint32_t imm(cairn_op op, unsigned width, std::uint32_t a, std::uint64_t value) {
    cairn_node n{};
    n.op = static_cast<std::uint8_t>(op);
    n.width = static_cast<std::uint8_t>(width);
    n.flags = CAIRN_NODE_IMM;
    n.a = a;
    n.imm = value;
    return push(n);
  }
  void branch(std::uint32_t site, std::uint32_t id, bool side) {
    cairn_event e{};
    e.kind = CAIRN_EVENT_Branch;
    e.side = side ? 1 : 0;
    e.site = site;
    e.node = id;
    e.steps = events.size();
    events.push_back(e);
  }
  [[nodiscard]] trace::RawRun raw() const {
    trace::RawRun run;
    run.objects = {&object, 1};
    run.nodes = nodes;
    run.events = events;
    return run;
  }
};

struct Session {
  expr::Dag dag;
  trace::ObjectTable objects{dag};
  NoCases cases;
  trace::Decoder decoder;

  explicit Session(std::uint32_t recordings) : decoder(dag, objects, cases, {.recordings = recordings}) {}
};

void report(benchmark::State& state, const Synthetic& run) {
  state.counters["nodes"] = static_cast<double>(run.nodes.size());
  state.counters["events"] = static_cast<double>(run.events.size());
}

// Every expression is new.
void first_run(benchmark::State& state) {
  const Synthetic run(kBytes);
  for (auto _ : state) {
    state.PauseTiming();
    auto session = std::make_unique<Session>(16);
    state.ResumeTiming();
    benchmark::DoNotOptimize(session->decoder.decode(run.raw()));
    state.PauseTiming();
    session.reset();
    state.ResumeTiming();
  }
  report(state, run);
}
BENCHMARK(first_run)->Unit(benchmark::kMicrosecond);

// Every expression is known, no recording helps.
void without_recordings(benchmark::State& state) {
  const Synthetic run(kBytes);
  Session session(0);
  session.decoder.decode(run.raw());
  for (auto _ : state) benchmark::DoNotOptimize(session.decoder.decode(run.raw()));
  report(state, run);
}
BENCHMARK(without_recordings)->Unit(benchmark::kMicrosecond);

// A child that leaves its parent's path after this share (percent) of the input.
void child(benchmark::State& state) {
  const Synthetic parent(kBytes);
  const Synthetic run(kBytes * static_cast<std::uint32_t>(state.range(0)) / 100);
  Session session(1);
  session.decoder.decode(run.raw());
  for (auto _ : state) {
    state.PauseTiming();
    session.decoder.decode(parent.raw());
    state.ResumeTiming();
    benchmark::DoNotOptimize(session.decoder.decode(run.raw()));
  }
  report(state, run);
}
BENCHMARK(child)->Arg(0)->Arg(50)->Arg(90)->Arg(100)->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();

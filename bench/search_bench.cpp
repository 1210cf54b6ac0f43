// What choosing costs when very much is open, and how much memory a tree takes.
//
//   search HARNESS FILE OPEN      prints one JSON object
//
// Runs the harness on inputs that differ from the file in a few bytes until so many sides are open. Then every strategy
// takes the tree in and makes steps: it proposes, the side's flip fails, it observes; and it learns of runs that open
// further sides.
//
//   take_in_nanoseconds    for each open side, when a strategy first sees the tree
//   step_microseconds      propose and observe, when nothing is opened: the mean of many
//   opened_nanoseconds     for each side a later run opens
//   bytes_per_open         of tree and expressions
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "bench/harness_input.h"
#include "engine/base/context.h"
#include "engine/program/coverage.h"
#include "engine/program/program.h"
#include "engine/search/registry.h"
#include "engine/target/target.h"
#include "engine/trace/decode.h"
#include "engine/trace/objects.h"
#include "engine/tree/tree.h"

namespace cairn {
namespace {

using bench::input_of;
using bench::must;

using Clock = std::chrono::steady_clock;

constexpr int kSteps = 5000;
constexpr int kRuns = 20;

double microseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::micro>(Clock::now() - start).count();
}

class Exploration {
 public:
  Exploration(const char* harness, const char* file) : original_(input_of(file)) {
    target::Options options;
    options.command = {harness};
    options.in_process = true;
    target_ = must(target::start(context_, options));
    program_ = std::make_unique<program::Program>(must(program::Program::load(harness, target_->modules().modules)));
    coverage_ = std::make_unique<program::Coverage>(*program_);
    decoder_ = std::make_unique<trace::Decoder>(dag_, objects_, *program_);
    tree_ = std::make_unique<tree::Tree>(dag_, decoder_->sides());
  }

  // Two bytes of the original changed to other bytes of it: most such inputs go far and then elsewhere.
  search::Observation run() {
    trace::Input input = original_;
    auto& bytes = input.objects[0].bytes;
    for (int i = 0; i < 2; ++i) bytes[rng_.below(bytes.size())] = bytes[rng_.below(bytes.size())];
    const trace::RawRun raw = must(target_->run(input));
    const auto decoded = decoder_->decode(raw);
    search::Observation seen;
    seen.result = search::Result::random;
    seen.leaf = tree_->append(decoded->path, tree::OriginId{runs_++}).leaf();
    return seen;
  }

  [[nodiscard]] std::size_t open() const { return tree_->frontier().size(); }
  [[nodiscard]] search::View view() const { return {*tree_, *program_, *coverage_}; }
  [[nodiscard]] tree::Tree& tree() { return *tree_; }
  [[nodiscard]] std::uint32_t runs() const { return runs_; }
  [[nodiscard]] std::size_t memory() const { return tree_->memory_bytes() + dag_.memory_bytes(); }

 private:
  base::Context context_{1};
  base::Rng rng_{1};
  trace::Input original_;
  expr::Dag dag_;
  trace::ObjectTable objects_{dag_};
  std::unique_ptr<target::Target> target_;
  std::unique_ptr<program::Program> program_;
  std::unique_ptr<program::Coverage> coverage_;
  std::unique_ptr<trace::Decoder> decoder_;
  std::unique_ptr<tree::Tree> tree_;
  std::uint32_t runs_ = 0;
};

struct Cost {
  double take_in = 0;
  double step = 0;
  double opened = 0;
};

// One failed flip; what was proposed is open again afterwards for the strategies that come next.
double failed_step(Exploration& exploration, search::Strategy& strategy, std::vector<tree::SideId>& closed) {
  const auto began = Clock::now();
  const search::Action action = strategy.propose(exploration.view());
  double spent = microseconds_since(began);
  search::Observation seen;
  if (const auto* flip = std::get_if<search::Flip>(&action)) {
    exploration.tree().set_state(flip->side, tree::SideState::unknown);
    closed.push_back(flip->side);
    seen.side = flip->side;
    seen.result = search::Result::unknown;
  } else {
    seen.result = search::Result::random;  // a fresh start that brought nothing
  }
  const auto observed = Clock::now();
  strategy.observe(exploration.view(), seen);
  return spent + microseconds_since(observed);
}

Cost cost_of(Exploration& exploration, search::Strategy& strategy) {
  Cost cost;
  std::vector<tree::SideId> closed;
  cost.take_in = 1000 * failed_step(exploration, strategy, closed) / static_cast<double>(exploration.open());
  for (int i = 0; i < kSteps; ++i) cost.step += failed_step(exploration, strategy, closed) / kSteps;
  std::size_t opened = 0;
  double spent = 0;
  for (int i = 0; i < kRuns; ++i) {
    const std::size_t before = exploration.open();
    const search::Observation seen = exploration.run();
    opened += exploration.open() - before;
    const auto began = Clock::now();
    strategy.observe(exploration.view(), seen);
    spent += microseconds_since(began) + failed_step(exploration, strategy, closed);
  }
  cost.opened = opened == 0 ? 0 : 1000 * spent / static_cast<double>(opened);
  for (const tree::SideId side : closed) {
    if (exploration.tree().state(side) == tree::SideState::unknown) {
      exploration.tree().set_state(side, tree::SideState::open);
    }
  }
  return cost;
}

int measure(const char* harness, const char* file, std::size_t wanted) {
  Exploration exploration(harness, file);
  while (exploration.open() < wanted) exploration.run();
  std::printf("{\"open\": %zu, \"runs\": %u, \"nodes\": %zu, \"bytes_per_open\": %.1f, \"strategies\": {",
              exploration.open(), exploration.runs(), exploration.tree().nodes(),
              static_cast<double>(exploration.memory()) / static_cast<double>(exploration.open()));
  bool first = true;
  for (const search::StrategyEntry& entry : search::strategies()) {
    const auto strategy = must(search::make_strategy(entry.name, {}, base::Rng(1)));
    const Cost cost = cost_of(exploration, *strategy);
    std::printf(
        "%s\n\"%s\": {\"take_in_nanoseconds\": %.1f, \"step_microseconds\": %.3f, \"opened_nanoseconds\": %.1f}",
        first ? "" : ",", std::string(entry.name).c_str(), cost.take_in, cost.step, cost.opened);
    std::fflush(stdout);
    first = false;
  }
  std::printf("}}\n");
  return 0;
}

}  // namespace
}  // namespace cairn

int main(int argc, char** argv) {
  const long open = argc == 4 ? std::strtol(argv[3], nullptr, 10) : 0;
  if (open <= 0) {
    std::fprintf(stderr, "usage: search HARNESS FILE OPEN\n");
    return 2;
  }
  return cairn::measure(argv[1], argv[2], static_cast<std::size_t>(open));
}

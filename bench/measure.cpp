// The cost of recording one harness on one input, measured where it arises.
//
//   measure HARNESS FILE      prints one JSON object
//
//   run_nanoseconds          inside the process, by the runtime's own clock: the harness alone, recording
//   iteration_nanoseconds    run, decode, intern and append to the tree; consecutive inputs differ in one byte, as
//                            those of an exploration do
//   loop_runs_per_second     in-process runs without decoding, in batches
//   server_runs_per_second   forked runs without decoding
//   conditions               symbolic steps of a run
//   nodes                    expression nodes of a run
//
// Times are the least of many: a loaded machine only ever adds.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <limits>
#include <string>

#include "bench/harness_input.h"
#include "engine/base/context.h"
#include "engine/program/program.h"
#include "engine/target/target.h"
#include "engine/trace/decode.h"
#include "engine/trace/objects.h"
#include "engine/tree/tree.h"

namespace cairn {
namespace {

using bench::must;

using Clock = std::chrono::steady_clock;

constexpr double kSeconds = 1.0;      // for each figure
constexpr std::uint32_t kBatch = 64;  // inputs per wake-up of the in-process loop

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

struct Setting {
  base::Context context{1};
  std::string harness;
  trace::Input input;

  std::unique_ptr<target::Target> start(bool in_process, std::uint32_t batch) {
    target::Options options;
    options.command = {harness};
    options.in_process = in_process;
    options.batch = batch;
    return must(target::start(context, options));
  }
};

std::unique_ptr<target::Target> start_loop(Setting& setting, std::uint32_t batch, target::BatchTarget*& loop) {
  auto target = setting.start(true, batch);
  loop = dynamic_cast<target::BatchTarget*>(target.get());
  if (loop == nullptr) {
    std::fprintf(stderr, "measure: %s has no in-process loop\n", setting.harness.c_str());
    std::exit(3);
  }
  return target;
}

// One run after the other without a wake-up in between, as the plain program is measured; and each on its own, because a run that records
// much finds its own slot in the processor's cache, but not those of a batch.
double run_nanoseconds(Setting& setting) {
  double least = std::numeric_limits<double>::max();
  for (const std::uint32_t batch : {1u, 16u}) {
    target::BatchTarget* loop = nullptr;
    const auto target = start_loop(setting, batch, loop);
    const std::vector<trace::Input> inputs(batch, setting.input);
    for (const auto start = Clock::now(); seconds_since(start) < kSeconds / 2;) {
      for (const trace::RawRun& run : must(loop->run_batch(inputs))) {
        least = std::min(least, static_cast<double>(run.nanoseconds));
      }
    }
  }
  return least;
}

struct Iteration {
  double nanoseconds = std::numeric_limits<double>::max();
  std::size_t conditions = 0;
  std::size_t nodes = 0;
};

Iteration iteration(Setting& setting) {
  const auto target = setting.start(true, 1);
  const auto program = must(program::Program::load(setting.harness, target->modules().modules));
  expr::Dag dag;
  trace::ObjectTable objects(dag);
  trace::Decoder decoder(dag, objects, program);
  tree::Tree tree(dag, decoder.sides());

  Iteration result;
  std::uint32_t number = 0;
  trace::Input input = setting.input;
  auto& bytes = input.objects[0].bytes;
  constexpr std::uint32_t kFewest = 5;  // also where the machine is too busy for so many in that time
  for (const auto start = Clock::now(); number < kFewest || seconds_since(start) < kSeconds; ++number) {
    const std::size_t changed = setting.context.rng.below(bytes.size());
    const std::uint8_t before = bytes[changed];
    if (number > 0) bytes[changed] = static_cast<std::uint8_t>(before + 1);
    const auto began = Clock::now();
    const trace::RawRun raw = must(target->run(input));
    const auto run = decoder.decode(raw);
    tree.append(run->path, tree::OriginId{number});
    const double nanoseconds = seconds_since(began) * 1e9;
    bytes[changed] = before;
    if (number == 0) {
      result.conditions = run->path.size();
      result.nodes = raw.nodes.size();
    } else if (20 * run->path.size() >= 19 * result.conditions) {  // a change that ends the run early would flatter us
      result.nanoseconds = std::min(result.nanoseconds, nanoseconds);
    }
  }
  return result;
}

// By the quickest of many times.
double most_per_second(std::size_t runs, const std::function<void()>& run_them) {
  double least = std::numeric_limits<double>::max();
  for (const auto start = Clock::now(); seconds_since(start) < kSeconds;) {
    const auto began = Clock::now();
    run_them();
    least = std::min(least, seconds_since(began));
  }
  return static_cast<double>(runs) / least;
}

double loop_runs_per_second(Setting& setting) {
  target::BatchTarget* batch = nullptr;
  const auto target = start_loop(setting, kBatch, batch);
  const std::vector<trace::Input> inputs(batch->batch(), setting.input);
  return most_per_second(inputs.size(), [&] { must(batch->run_batch(inputs)); });
}

double server_runs_per_second(Setting& setting) {
  const auto target = setting.start(false, 1);
  constexpr std::size_t kInARow = 10;
  return most_per_second(kInARow, [&] {
    for (std::size_t i = 0; i < kInARow; ++i) must(target->run(setting.input));
  });
}

int measure(const char* harness, const char* file) {
  Setting setting;
  setting.harness = harness;
  setting.input = bench::input_of(file);

  const double run = run_nanoseconds(setting);
  const Iteration whole = iteration(setting);
  std::printf(
      "{\"run_nanoseconds\": %.1f, \"iteration_nanoseconds\": %.1f, \"conditions\": %zu, \"nodes\": %zu, "
      "\"loop_runs_per_second\": %.0f, \"server_runs_per_second\": %.0f}\n",
      run, whole.nanoseconds, whole.conditions, whole.nodes, loop_runs_per_second(setting),
      server_runs_per_second(setting));
  return 0;
}

}  // namespace
}  // namespace cairn

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: measure HARNESS FILE\n");
    return 2;
  }
  return cairn::measure(argv[1], argv[2]);
}

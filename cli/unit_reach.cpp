#include "cli/unit_reach.h"

#include <algorithm>
#include <map>
#include <string>

#include "engine/base/hash.h"

namespace cairn::cli {
namespace {

trace::Input input_of(const unit::Inputs& inputs) {
  trace::Input out;
  std::map<std::string, std::uint32_t> met;
  for (const unit::DrawnInput& each : inputs) {
    out.objects.push_back({trace::ObjectKind::memory, each.name, met[each.name]++, false,
                           static_cast<std::uint32_t>(each.bytes.size()), each.bytes});
  }
  return out;
}

void make_set(std::vector<std::uint32_t>& numbers) {
  std::ranges::sort(numbers);
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

}  // namespace

base::Result<std::unique_ptr<UnitReach>> UnitReach::start(base::Context& context, target::Options options) {
  options.record = false;
  TRY(auto target, target::start(context, options));
  TRY(auto program, program::Program::load(options.command.front(), target->modules().modules));
  return std::unique_ptr<UnitReach>(new UnitReach(std::move(target), std::move(program)));
}

base::Result<std::optional<Reached>> UnitReach::run(const unit::Inputs& inputs) {
  TRY(const trace::RawRun run, target_->run(input_of(inputs)));
  if (run.outcome.ending == trace::Ending::rejected) return std::optional<Reached>();
  std::vector<std::uint32_t> counters(run.counters.begin(), run.counters.end());
  program_.complete(counters, run.outcome.ending != trace::Ending::exited);
  Reached reached;
  for (std::uint32_t i = 0; i < counters.size(); ++i) {
    if (counters[i] == 0) continue;
    if (const auto side = program_.side_of_counter(i); side.valid()) reached.sides.push_back(side.value);
    if (const auto block = program_.block_of_counter(i); block.valid()) reached.blocks.push_back(block.value);
    reached.counts = base::combine(reached.counts, base::combine(i, counters[i]));
  }
  make_set(reached.sides);
  make_set(reached.blocks);
  return std::optional(std::move(reached));
}

}  // namespace cairn::cli

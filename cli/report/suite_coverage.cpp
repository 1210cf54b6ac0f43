#include "cli/report/suite_coverage.h"

#include <fmt/core.h>

#include <algorithm>

#include "cli/recorded_program.h"
#include "cli/ticker.h"
#include "engine/target/target.h"

namespace cairn::cli {
namespace {

void reach(Reached& reached, std::uint32_t test, std::uint64_t count) {
  if (count == 0) return;
  reached.count += count;
  ++reached.tests;
  if (reached.first.size() < Reached::kNamed) reached.first.push_back(test);
}

base::Result<std::unique_ptr<target::Target>> start(const Material& material) {
  TRY(target::Options options, recorded_program(material.directory.manifest()));
  options.record = false;
  options.in_process = false;  // a process a test, so that none depends on the ones before it
  if (material.sandbox) options.sandbox = *material.sandbox;
  return target::start(material.context, options);
}

}  // namespace

SuiteCoverage::SuiteCoverage(program::Program program)
    : program_(std::move(program)),
      coverage_(program_),
      blocks_(program_.blocks().size()),
      lines_(program_.lines().size()),
      sides_(program_.sides()) {}

void SuiteCoverage::add(std::uint32_t test, const trace::RawRun& run) {
  TestCoverage& added = tests_.emplace_back();
  added.outcome = run.outcome;
  if (run.outcome.ending == trace::Ending::rejected) return;  // as when it was explored: it says nothing
  const bool cut_short = run.outcome.ending != trace::Ending::exited;
  const auto fresh = coverage_.add(run.counters, cut_short);
  added.first.assign(fresh.begin(), fresh.end());

  const auto counters = coverage_.latest();
  std::vector<std::uint64_t> sides(sides_.size());
  for (std::uint32_t i = 0; i < counters.size(); ++i) {
    if (const program::SideId side = program_.side_of_counter(i); side.valid()) sides[side.value] += counters[i];
  }
  for (std::size_t i = 0; i < sides.size(); ++i) reach(sides_[i], test, sides[i]);

  const auto counts = program::block_counts(program_, run.counters, cut_short);
  std::vector<std::uint64_t> lines(lines_.size());
  for (std::uint32_t b = 0; b < counts.size(); ++b) {
    blocks_[b] += counts[b];
    for (const program::LineId line : program_.lines_of(program::BlockId(b)))
      lines[line.value] = std::max(lines[line.value], counts[b]);
  }
  for (std::uint32_t i = 0; i < lines.size(); ++i) {
    const program::LineId line(i);
    if (!coverage_.covered(line)) continue;
    // A loop without a counter of its own has no count that could be computed; that it was there is known.
    const bool fresh_line = lines_[i].count == 0;
    if (fresh_line) added.lines.push_back(line);
    reach(lines_[i], test, fresh_line ? std::max<std::uint64_t>(lines[i], 1) : lines[i]);
  }
}

std::uint64_t SuiteCoverage::calls(program::FunctionId function) const {
  const program::Slice& blocks = program_.functions()[function.value].blocks;
  if (blocks.count == 0 || !coverage_.entered(function)) return 0;
  return std::max<std::uint64_t>(blocks_[blocks.first], 1);
}

bool SuiteCoverage::evaluated(program::SiteId site) const {
  const program::Slice& sides = program_.sites()[site.value].sides;
  const auto first = sides_.begin() + sides.first;
  return std::any_of(first, first + sides.count, [](const Reached& side) { return side.count > 0; });
}

base::Result<program::Program> load_program(Material& material) {
  TRY(const auto started, start(material));
  return program::Program::load(material.directory.manifest().program, started->modules().modules);
}

base::Result<std::unique_ptr<SuiteCoverage>> cover_suite(Material& material) {
  TRY(const auto target, start(material));
  TRY(auto program, program::Program::load(material.directory.manifest().program, target->modules().modules));
  auto result = std::make_unique<SuiteCoverage>(std::move(program));
  Ticker ticker;
  const std::size_t all = material.tests.size();
  for (const suite::Test& test : material.tests) {
    ticker.tick([&] { return fmt::format("running the suite: {} of {} tests", result->tests().size(), all); });
    TRY(const trace::RawRun run, target->run(test.content.path.input));
    if (material.context.stop) return base::environment_error("stopped before the report was made");
    result->add(test.number, run);
  }
  return result;
}

}  // namespace cairn::cli

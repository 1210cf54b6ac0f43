// What the suite covers, by line and by test: every test is run once more on the program it was made with, without
// recording, and its counters are added up.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "cli/report/report.h"
#include "engine/program/coverage.h"
#include "engine/program/program.h"

namespace cairn::cli {

// How often something was executed, and by which tests.
struct Reached {
  static constexpr std::size_t kNamed = 12;

  std::uint64_t count = 0;
  std::uint32_t tests = 0;
  std::vector<std::uint32_t> first;  // the first few of them, by number
};

struct TestCoverage {
  trace::Outcome outcome;
  std::vector<program::SideId> first;  // sides no test before it took
  std::vector<program::LineId> lines;  // lines no test before it reached
};

class SuiteCoverage {
 public:
  explicit SuiteCoverage(program::Program program);

  void add(std::uint32_t test, const trace::RawRun& run);

  [[nodiscard]] const program::Program& program() const { return program_; }
  [[nodiscard]] const program::Figures& figures() const { return coverage_.figures(); }
  // 0 exactly where the figures count it as not covered.
  [[nodiscard]] const Reached& line(program::LineId line) const { return lines_[line.value]; }
  [[nodiscard]] const Reached& side(program::SideId side) const { return sides_[side.value]; }
  [[nodiscard]] std::uint64_t calls(program::FunctionId function) const;
  // Whether a site was evaluated at all.
  [[nodiscard]] bool evaluated(program::SiteId site) const;
  // In the order of the suite.
  [[nodiscard]] const std::vector<TestCoverage>& tests() const { return tests_; }

 private:
  program::Program program_;
  program::Coverage coverage_;
  std::vector<std::uint64_t> blocks_;
  std::vector<Reached> lines_, sides_;
  std::vector<TestCoverage> tests_;
};

// The static facts of the run's program. Fails with a clear sentence when the program is gone or has changed.
base::Result<program::Program> load_program(Material& material);

// Says on stderr how far it is when it takes long. Fails as load_program() does.
base::Result<std::unique_ptr<SuiteCoverage>> cover_suite(Material& material);

}  // namespace cairn::cli

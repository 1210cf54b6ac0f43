// A smaller suite that covers the same and shows the same bugs (docs/architecture.md, "A smaller suite"): few of the
// tests, and of their inputs only what they need. The result is a run directory of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>

#include "engine/base/context.h"
#include "engine/base/result.h"
#include "engine/program/coverage.h"
#include "engine/target/target.h"

namespace cairn::explore {

struct MinimizeOptions {
  std::filesystem::path base;  // the run directory to start from: only read
  std::filesystem::path out;   // becomes the new one
  bool force = false;          // also when it holds a run
  bool shrink = true;          // false: inputs stay as they are
  std::uint64_t runs = 1000;   // for each test that is shrunk, at most
  std::optional<target::Sandbox> sandbox;
};

struct SuiteSize {
  std::size_t tests = 0;
  std::size_t bytes = 0;  // of all inputs
  std::size_t bugs = 0;
  program::Figures coverage;
};

struct Minimized {
  SuiteSize before, after;
  std::size_t restored = 0;  // tests that came back as they were, since the smaller ones showed less when recorded
  std::size_t unsteady = 0;  // tests that did not end as they once did; their inputs were not changed
  std::size_t edited = 0;    // tests that expect what somebody wrote, still; their inputs were not changed either
  std::size_t dropped = 0;   // such tests that were not needed
};

struct MinimizeProgress {
  bool choosing = false;          // else: shrinking
  std::size_t done = 0, all = 0;  // tests
};

// The program must be the one that the run was made with. On an error, and when context.stop is set before the end,
// nothing is written.
base::Result<Minimized> minimize(base::Context& context, const MinimizeOptions& options,
                                 const std::function<void(const MinimizeProgress&)>& progress);

}  // namespace cairn::explore

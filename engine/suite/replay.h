// The suite run again on any build of the program: exit status, signal and output compared with what is expected.
//
// Expected is what was recorded with the test. Where the output was not recorded, and a reference build is at hand, it
// is what that build does now.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/suite/tests.h"

namespace cairn::suite {

struct Behaviour {
  trace::Outcome outcome;
  std::optional<std::string> output;  // stdout; nothing when it was not captured
};

// Runs a build of the program once on an input. An Error means that nothing more can be run.
using Execute = std::function<base::Result<Behaviour>(const trace::Input&)>;

struct Replayed {
  std::uint32_t test = 0;
  // What differs, in words: "exited with status 1, expected: ended by SIGSEGV". Empty: as expected.
  std::vector<std::string> differences;
  bool output_compared = false;
};

// The differences between two behaviours, in words.
std::vector<std::string> compare(const Behaviour& expected, const Behaviour& seen);

// Runs one test. `reference` may be empty.
base::Result<Replayed> replay(const Test& test, const Execute& build, const Execute& reference);

}  // namespace cairn::suite

// What the tests of the target layer share.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "engine/target/target.h"

namespace cairn::target {

inline trace::Object object(trace::ObjectKind kind, std::string name, std::uint32_t ordinal, const std::string& bytes) {
  trace::Object result;
  result.kind = kind;
  result.name = std::move(name);
  result.ordinal = ordinal;
  result.bytes.assign(bytes.begin(), bytes.end());
  result.capacity = static_cast<std::uint32_t>(bytes.size());
  return result;
}

inline trace::Input standard_input(const std::string& text) {
  return {{object(trace::ObjectKind::standard_input, "stdin", 0, text)}};
}

// The limit is for a hang: on a loaded machine any run may take seconds. Tests of runs that do not end use kShort, and
// may not ask anything else of a target with that limit but that a later run ends at last (ends_at_last).
inline constexpr std::uint32_t kLong = 30000;
inline constexpr std::uint32_t kShort = 400;

inline Options victim_options(Sandbox sandbox) {
  ::setenv("CAIRN_TEST_RUN", std::to_string(::getpid()).c_str(), 1);
  Options options;
  options.command = {CAIRN_TEST_TARGETS "/target_victim"};
  options.sandbox = sandbox;
  options.run_milliseconds = kLong;
  options.memory_bytes = 128u << 20;
  options.disk_bytes = 8u << 20;
  return options;
}

inline trace::RawRun run_with(Target& target, const trace::Input& input) {
  auto result = target.run(input);
  if (!result.ok()) {
    ADD_FAILURE() << result.error().message;
    return {};
  }
  return std::move(result).value();
}

// With a short limit: some run of many is in time and ends as it should.
inline trace::Outcome ends_at_last(Target& target, const trace::Input& input) {
  trace::Outcome outcome;
  for (int tries = 0; tries < 50; ++tries) {
    outcome = run_with(target, input).outcome;
    if (outcome.ending != trace::Ending::timed_out) break;
  }
  return outcome;
}

// Living processes of that name that this test started, wherever they went: other tests may run at the same time, so
// they are told by a variable in their environment.
inline std::size_t processes_named(const std::string& name) {
  const std::string mark = "CAIRN_TEST_RUN=" + std::to_string(::getpid());
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::ifstream file(entry.path() / "stat");
    std::string text;
    if (!std::getline(file, text)) continue;
    const std::size_t open = text.find('(');
    const std::size_t close = text.rfind(')');
    if (open == std::string::npos || close == std::string::npos) continue;
    const char state = text[close + 2];
    if (text.substr(open + 1, close - open - 1) != name.substr(0, 15) || state == 'Z' || state == 'X') continue;
    std::ifstream environment(entry.path() / "environ");
    if (std::string(std::istreambuf_iterator<char>(environment), {}).find(mark) != std::string::npos) ++count;
  }
  return count;
}

}  // namespace cairn::target

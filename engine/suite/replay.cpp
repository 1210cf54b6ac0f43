#include "engine/suite/replay.h"

#include <fmt/core.h>

#include <algorithm>

#include "engine/suite/test_text.h"

namespace cairn::suite {
namespace {

constexpr std::size_t kExcerpt = 40;

// The line in which the outputs part, from both sides.
std::string output_difference(const std::string& expected, const std::string& seen) {
  const auto [e, s] = std::mismatch(expected.begin(), expected.end(), seen.begin(), seen.end());
  const auto line = 1 + std::count(expected.begin(), e, '\n');
  const auto start_of_line = [](const std::string& text, std::string::const_iterator at) {
    const auto offset = static_cast<std::size_t>(at - text.begin());
    const std::size_t newline = offset == 0 ? std::string::npos : text.rfind('\n', offset - 1);
    return newline == std::string::npos ? 0 : newline + 1;
  };
  const auto excerpt = [&](const std::string& text, std::string::const_iterator at) {
    std::size_t from = start_of_line(text, at);
    const auto offset = static_cast<std::size_t>(at - text.begin());
    if (offset - from > kExcerpt / 2) from = offset - kExcerpt / 2;  // a long line: what stands around the difference
    if (from == text.size()) return std::string("nothing");
    const std::size_t newline = text.find('\n', offset);
    const std::size_t end = newline == std::string::npos ? text.size() : newline + 1;
    return quote(std::string_view(text).substr(from, std::min(end - from, kExcerpt)));
  };
  return fmt::format("output differs in line {}: {}, expected: {}", line, excerpt(seen, s), excerpt(expected, e));
}

}  // namespace

std::vector<std::string> compare(const Behaviour& expected, const Behaviour& seen) {
  std::vector<std::string> differences;
  if (expected.outcome != seen.outcome) {
    differences.push_back(fmt::format("{}, expected: {}", describe(seen.outcome), describe(expected.outcome)));
  }
  // What a run that had to be ended printed until then depends on the clock.
  const bool cut =
      expected.outcome.ending == trace::Ending::timed_out || seen.outcome.ending == trace::Ending::timed_out;
  if (!cut && expected.output && seen.output && *expected.output != *seen.output) {
    differences.push_back(output_difference(*expected.output, *seen.output));
  }
  return differences;
}

base::Result<Replayed> replay(const Test& test, const Execute& build, const Execute& reference) {
  Behaviour expected{test.content.path.outcome, test.content.path.output};
  if (!expected.output && reference) {
    TRY(Behaviour now, reference(test.content.path.input));
    // A reference that no longer behaves as recorded is no reference.
    if (now.outcome == expected.outcome) expected.output = std::move(now.output);
  }
  TRY(const Behaviour seen, build(test.content.path.input));
  return Replayed{test.number, compare(expected, seen), expected.output.has_value() && seen.output.has_value()};
}

}  // namespace cairn::suite

#include "unit/failing.h"

#include <fmt/core.h>

#include <charconv>
#include <sstream>

namespace cairn::unit {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (line.ends_with('\r')) line.pop_back();
    lines.push_back(std::move(line));
  }
  return lines;
}

// The numbers of the lines that did not hold in a case, as the tests' program tells (cairn_check). Nothing: the case
// passed; none: it ended in another way than it should.
std::optional<std::vector<std::size_t>> failed_lines(const std::string& output, const std::string& name) {
  constexpr std::string_view kLine = "line ";
  const std::string mark = fmt::format("\n{} failed:\n", name);
  std::size_t at = output.find(mark);
  if (at == std::string::npos) return std::nullopt;
  std::vector<std::size_t> numbers;
  for (at += mark.size(); output.compare(at, kLine.size(), kLine) == 0;) {
    const std::size_t end = output.find('\n', at);
    if (end == std::string::npos) break;
    std::size_t number = 0;
    const auto read = std::from_chars(output.data() + at + kLine.size(), output.data() + end, number);
    if (*read.ptr == ':') numbers.push_back(number);  // else it was cut short
    at = end + 1;
  }
  return numbers;
}

}  // namespace

Dropped drop_failing(FunctionCases& function, const std::string& output, const std::string& text, bool whole) {
  const std::vector<std::string> lines = lines_of(text);
  Dropped dropped;
  std::vector<NamedCase> left;
  for (NamedCase& each : function.cases) {
    std::size_t count = 0;
    if (const auto failed = failed_lines(output, each.name)) {
      std::set<std::string> checks;
      for (const std::size_t number : *failed) {
        if (number > 0 && number <= lines.size()) checks.insert(lines[number - 1]);
      }
      count = whole ? 0 : drop_checks(each.content, checks);
      if (count == 0 || each.content.checks.empty()) {
        ++dropped.cases;
        continue;
      }
    }
    dropped.checks += count;
    left.push_back(std::move(each));
  }
  function.cases = std::move(left);
  if (dropped.cases > 0)
    function.remarks.push_back(fmt::format("{} calls behaved otherwise in the test: not written", dropped.cases));
  if (dropped.checks > 0)
    function.remarks.push_back(fmt::format("{} checks did not hold in the test: not written", dropped.checks));
  return dropped;
}

}  // namespace cairn::unit

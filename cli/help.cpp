#include "cli/help.h"

#include <fmt/format.h>

#include <iterator>

namespace cairn::cli {
namespace {

constexpr std::string_view kStatus =
    "Exit status: 0 done, 1 bugs or differences found, 2 wrong command line, 3 the environment or the program prevents "
    "the work.\n";

std::string spelled(const OptionRow& row) {
  std::string names(row.names);
  if (const auto comma = names.find(','); comma != std::string::npos) names.insert(comma + 1, " ");
  return row.value.empty() ? names : fmt::format("{} {}", names, row.value);
}

std::string explained(const OptionRow& row) {
  return row.value.empty() ? std::string(row.help) : fmt::format("{} [{}]", row.help, row.fallback);
}

// A name that leaves no room in its column has a line of its own.
std::string option_line(const OptionRow& row) {
  constexpr std::size_t kColumn = 18;
  const std::string name = spelled(row);
  const std::string gap =
      name.size() < kColumn ? std::string(kColumn - name.size(), ' ') : fmt::format("\n  {:{}}", "", kColumn);
  return fmt::format("  {}{}{}\n", name, gap, explained(row));
}

}  // namespace

std::string overview() {
  std::string out =
      "cairn writes tests for C and C++ programs: it explores a program built with cairn-cc, keeps the inputs that\n"
      "matter as a suite, and finds crashes on the way.\n\nUsage: cairn COMMAND ...\n\nCommands:\n";
  auto print = std::back_inserter(out);
  for (const Command& command : commands()) fmt::format_to(print, "  {:<12}{}\n", command.name, command.summary);
  fmt::format_to(print,
                 "\nStart with:\n  cairn-cc -g prog.c -o prog\n  cairn run --stdin 32 -- ./prog\n\n"
                 "cairn COMMAND --help tells more about each.\n{}",
                 kStatus);
  return out;
}

std::string usage(const Command& command) {
  std::string out;
  auto print = std::back_inserter(out);
  fmt::format_to(print, "cairn {}: {}\n\nUsage: cairn {} {}\n\n{}", command.name, command.summary, command.name,
                 command.usage, command.text);
  bool first = true;
  for (const OptionRow& row : option_table()) {
    if ((row.commands & command.set) == 0) continue;
    if (first) out += "\nOptions:\n";
    first = false;
    out += option_line(row);
  }
  fmt::format_to(print, "\n{}", kStatus);
  return out;
}

std::string reference() {
  std::string out = "# Command line\n\nMade by `cairn help --markdown`; do not edit.\n\n";
  auto print = std::back_inserter(out);
  fmt::format_to(print, "{}", kStatus);
  for (const Command& command : commands()) {
    fmt::format_to(print, "\n## cairn {}\n\n{}.\n\n```\ncairn {} {}\n```\n\n```text\n{}```\n", command.name,
                   command.summary, command.name, command.usage, command.text);
    bool first = true;
    for (const OptionRow& row : option_table()) {
      if ((row.commands & command.set) == 0) continue;
      if (first) out += "\n| option | default | |\n| --- | --- | --- |\n";
      first = false;
      fmt::format_to(print, "| `{}` | {} | {} |\n", spelled(row), row.fallback, row.help);
    }
  }
  return out;
}

}  // namespace cairn::cli

// cairn show OUT [TEST]
#include <fmt/format.h>

#include <iterator>

#include "cli/command.h"
#include "cli/exit_status.h"
#include "cli/hexdump.h"
#include "cli/path_listing.h"
#include "cli/summary.h"
#include "cli/test_number.h"
#include "engine/suite/layout.h"
#include "engine/suite/tests.h"
#include "engine/target/choices.h"
#include "engine/trace/content.h"

namespace cairn::cli {
namespace {

constexpr std::size_t kExcerpt = 32;

// "stdin[5] hello  x[4] ...*": every object with its size and its first bytes.
std::string input_line(const trace::Input& input) {
  std::string out;
  for (const trace::Object& object : input.objects) {
    if (target::is_unset(object)) continue;
    if (!out.empty()) out += "  ";
    const auto content = trace::content_of(object);
    fmt::format_to(std::back_inserter(out), "{}[{}] {}",
                   object.name.empty() ? suite::kind_word(object.kind) : object.name, content.size(),
                   excerpt(content, kExcerpt));
  }
  return out.empty() ? "no symbolic input" : out;
}

base::Result<std::string> table(suite::RunDirectory& directory) {
  TRY(const auto tests, suite::load_tests(directory.path()));
  TRY(const auto bugs, directory.bugs());
  std::string out;
  auto print = std::back_inserter(out);
  fmt::format_to(print, "{}: {} tests, {} bugs, made by {} with seed {}\n", directory.manifest().program, tests.size(),
                 bugs.size(), directory.manifest().strategy, directory.manifest().seed);
  if (!tests.empty())
    fmt::format_to(print, "\n{:>5}  {:>4}  {:>7}  {:<24}  {}\n", "test", "new", "run", "outcome", "input");
  for (const suite::Test& test : tests) {
    const suite::PathRecord& path = test.content.path;
    fmt::format_to(print, "{:>5}  {:>4}  {:>7}  {:<24}  {}\n", test.number, path.new_sides, path.run,
                   suite::describe(path.outcome), input_line(path.input));
  }
  if (!bugs.empty()) fmt::format_to(print, "\n{:>5}  {:<24}  {:<32}  {}\n", "bug", "kind", "where", "input");
  for (const suite::BugRecord& bug : bugs) {
    fmt::format_to(print, "{:>5}  {:<24}  {:<32}  {}\n", bug.id, bug.kind, place(bug),
                   typed(suite::bug_path(directory.path(), bug.id)));
  }
  return out;
}

base::Result<std::string> details(suite::RunDirectory& directory, std::uint32_t number) {
  TRY(const auto test, suite::load_test(directory.path(), number));
  TRY(const auto bugs, directory.bugs());
  const suite::PathRecord& path = test.content.path;
  std::string out;
  auto print = std::back_inserter(out);
  fmt::format_to(print, "test {}: {}\n", test.number, suite::describe(path.outcome));
  fmt::format_to(print, "found by run {} after {:.1f} s, path {}; covered {} sides first\n", path.run, path.seconds,
                 path.id, path.new_sides);
  for (const suite::BugRecord& bug : bugs) {
    if (bug.path == path.id) fmt::format_to(print, "bug {}: {} {}\n", bug.id, bug.kind, place(bug));
  }
  for (const trace::Object& object : path.input.objects) {
    if (target::is_unset(object)) {
      fmt::format_to(print, "\n{} \"{}\": not set\n", suite::kind_word(object.kind), object.name);
      continue;
    }
    fmt::format_to(print, "\n{} \"{}\"{}: {} bytes{}\n", suite::kind_word(object.kind), object.name,
                   object.ordinal == 0 ? "" : fmt::format(" ({})", object.ordinal + 1), object.bytes.size(),
                   object.sized ? fmt::format(" of up to {}", object.capacity) : "");
    out += hexdump(object.bytes);
  }
  if (path.input.objects.empty()) out += "\nno symbolic input\n";
  if (path.output) {
    fmt::format_to(print, "\noutput: {} bytes\n", path.output->size());
    out += hexdump({reinterpret_cast<const std::uint8_t*>(path.output->data()), path.output->size()});
  }
  // The path is a courtesy: everything else about the test is known without the program.
  const auto listing = path_listing(directory.manifest(), path.input);
  fmt::format_to(print, "\n{}",
                 listing.ok() ? *listing : fmt::format("path: not shown, since {}\n", listing.error().message));
  fmt::format_to(print, "\nfile: {}\n", typed(suite::test_path(directory.path(), number)));
  return out;
}

base::Result<std::string> show(const Options& options) {
  if (options.words.empty() || options.words.size() > 2 || options.command_given) {
    return base::misuse_error(
        "cairn show wants a run directory and perhaps the number of a test; see cairn show --help");
  }
  TRY(const auto directory, suite::open(options.words[0], false));
  if (options.words.size() == 1) return table(*directory);
  TRY(const std::uint32_t number, test_number(options.words[1]));
  return details(*directory, number);
}

}  // namespace

int show_command(const Options& options) {
  const auto text = show(options);
  if (!text.ok()) return fail(text.error());
  fmt::print("{}", *text);
  return kDone;
}

}  // namespace cairn::cli

// cairn report --junit: the suite as a test report in the XML that JUnit made common and CI services show. A testcase
// for each test; those that show a bug have a failure. Nothing is run: it is what the exploration saw.
#include <fmt/format.h>

#include <iterator>

#include "cli/report/bug_words.h"
#include "cli/report/figures.h"
#include "cli/report/markup.h"
#include "cli/report/report.h"
#include "cli/report/reproduce.h"
#include "cli/summary.h"

namespace cairn::cli {
namespace {

constexpr std::size_t kNameBytes = 40;
constexpr std::size_t kShownBytes = 400;

std::string property(std::string_view name, const std::string& value) {
  return fmt::format("      <property name=\"{}\" value=\"{}\"/>\n", name, escape_markup(value));
}

std::string share(const program::Share& part) { return fmt::format("{}/{}", part.covered, part.total); }

std::string properties(const Material& material, const RunFigures& figures) {
  const suite::Manifest& manifest = material.directory.manifest();
  std::string out = "    <properties>\n";
  out += property("program", manifest.program);
  out += property("strategy", manifest.strategy);
  out += property("seed", fmt::to_string(manifest.seed));
  out += property("runs", fmt::to_string(figures.runs));
  out += property("paths", fmt::to_string(figures.paths));
  out += property("branches", share(figures.coverage.branches));
  out += property("lines", share(figures.coverage.lines));
  out += property("blocks", share(figures.coverage.blocks));
  out += property("instructions", share(figures.coverage.instructions));
  return out + "    </properties>\n";
}

std::string failure(const Material& material, const suite::Test& test, const suite::BugRecord& bug) {
  std::string text = fmt::format("{}\n{}\ninput: {}\n", bug_words(bug.kind).summary, bug_words(bug.kind).advice,
                                 describe_input(test.content.path.input, kShownBytes));
  if (const auto line = shell_line(material.directory.manifest(), test.content.path.input))
    text += fmt::format("reproduce: {}\n", *line);
  text += fmt::format("replay: {}\n", replay_line(material.directory.path(), test));
  return fmt::format("      <failure type=\"{}\" message=\"{}\">{}</failure>\n", escape_markup(bug.kind),
                     escape_markup(fmt::format("{} {}", bug.kind, place(bug))), escape_markup(text));
}

}  // namespace

base::Result<std::string> report_junit(Material& material) {
  TRY(const RunFigures figures, read_figures(material.directory.path()));
  const std::string name =
      escape_markup(std::filesystem::path(material.directory.manifest().program).filename().string());
  std::string cases;
  auto print = std::back_inserter(cases);
  std::size_t failures = 0;
  for (const suite::Test& test : material.tests) {
    const suite::PathRecord& path = test.content.path;
    const suite::BugRecord* bug = material.bug_of(test);
    failures += bug != nullptr;
    fmt::format_to(print, "    <testcase classname=\"{}\" name=\"test {}: {}\" time=\"0\">\n", name, test.number,
                   escape_markup(describe_input(path.input, kNameBytes)));
    if (bug != nullptr) cases += failure(material, test, *bug);
    fmt::format_to(print, "      <system-out>{}</system-out>\n    </testcase>\n",
                   escape_markup(fmt::format("{}; covered {} branch sides first, in run {}",
                                             suite::describe(path.outcome), path.new_sides, path.run)));
  }
  return fmt::format(
      "{0}  <testsuite name=\"{1}\" tests=\"{2}\" failures=\"{3}\" errors=\"0\" skipped=\"0\" time=\"{4:.3f}\">\n"
      "{5}{6}  </testsuite>\n</testsuites>\n",
      kJunitOpening, name, material.tests.size(), failures, figures.seconds, properties(material, figures), cases);
}

}  // namespace cairn::cli

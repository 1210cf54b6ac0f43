// The bugs and the tests: inputs that can be read, what happened, what each test was the first to cover, how to run it.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "cli/hexdump.h"
#include "cli/report/bug_words.h"
#include "cli/report/html_parts.h"
#include "cli/report/markup.h"
#include "cli/report/reproduce.h"
#include "cli/summary.h"
#include "engine/suite/layout.h"
#include "engine/suite/test_text.h"

namespace cairn::cli {
namespace {

constexpr std::size_t kSummaryBytes = 40;  // of each object
constexpr std::size_t kShownBytes = 2048;
constexpr std::size_t kPlaces = 12;  // of what a test covered first

// Text is shown as text, anything else as a hexadecimal dump.
std::string content(const std::vector<std::uint8_t>& bytes) {
  const std::span<const std::uint8_t> shown(bytes.data(), std::min(bytes.size(), kShownBytes));
  const bool text = std::ranges::all_of(
      shown, [](std::uint8_t byte) { return byte == '\n' || byte == '\t' || (byte >= 0x20 && byte < 0x7f); });
  std::string out = text ? suite::quote({reinterpret_cast<const char*>(shown.data()), shown.size()}) : hexdump(shown);
  if (bytes.size() > kShownBytes) out += fmt::format("\n... and {} bytes more", bytes.size() - kShownBytes);
  return fmt::format("<pre>{}</pre>\n", escape_markup(out));
}

std::string how_to_run(const Page& page, const suite::Test& test) {
  std::string out;
  if (const auto line = shell_line(page.material.directory.manifest(), test.content.path.input))
    out += "<p>Run it on any build:</p>\n" + html_command(*line);
  return out + "<p>Run it contained, and compare:</p>\n" +
         html_command(replay_line(page.material.directory.path(), test));
}

std::string covered_first(const Page& page, std::size_t index) {
  const suite::PathRecord& path = page.material.tests[index].content.path;
  if (!page.coverage) return fmt::format("<p>It was the first to take {} branch sides.</p>\n", path.new_sides);
  const TestCoverage& covered = page.coverage->tests()[index];
  std::string out;
  if (covered.outcome != path.outcome) {
    out += fmt::format("<p class=\"bad\">It ended otherwise when it was run for this report: {}.</p>\n",
                       escape_markup(suite::describe(covered.outcome)));
  }
  if (covered.first.empty() && covered.lines.empty())
    return out + "<p>It covers nothing that no test before it does.</p>\n";
  out += fmt::format("<p>The first to take {} branch sides and to reach {} lines", covered.first.size(),
                     covered.lines.size());
  for (std::size_t i = 0; i < std::min(covered.first.size(), kPlaces); ++i) {
    const program::Program& program = page.coverage->program();
    const program::Site& site = program.sites()[program.site_of(covered.first[i]).value];
    const std::string described = program.describe(covered.first[i]);
    const std::size_t bracket = described.rfind('(');
    fmt::format_to(std::back_inserter(out), "{}{} {}", i == 0 ? ": " : ", ", html_place(page, site.file, site.line),
                   bracket == std::string::npos ? "" : escape_markup(described.substr(bracket)));
  }
  if (covered.first.size() > kPlaces) out += ", ...";
  return out + "</p>\n";
}

}  // namespace

std::string html_outcome(const suite::PathRecord& path) {
  const bool bad = path.outcome.bug() || path.outcome.ending == trace::Ending::timed_out;
  return fmt::format("<span{}>{}</span>", bad ? " class=\"bad\"" : "", escape_markup(suite::describe(path.outcome)));
}

std::string html_input(const trace::Input& input) {
  std::string out;
  for (const trace::Object* object : present_objects(input)) {
    fmt::format_to(std::back_inserter(out), "<p>{}, {} bytes:</p>\n{}", escape_markup(describe_object(*object)),
                   object->bytes.size(), content(object->bytes));
  }
  return out.empty() ? "<p>No symbolic input.</p>\n" : out;
}

std::string html_bugs(const Page& page) {
  if (page.material.bugs.empty()) return "<p>None was found.</p>\n";
  std::string out;
  auto print = std::back_inserter(out);
  for (const suite::BugRecord& bug : page.material.bugs) {
    const BugWords words = bug_words(bug.kind);
    fmt::format_to(print, "<article class=\"bug\" id=\"b{}\"><h3>{} ({}) {}</h3>\n<p>{}{}. {}</p>\n", bug.id,
                   escape_markup(words.summary), escape_markup(bug.kind),
                   bug.function.empty() ? "" : "in <code>" + escape_markup(bug.function) + "</code>", "At ",
                   html_place(page, bug.file, bug.line), escape_markup(words.advice));
    if (const suite::Test* test = page.material.test_of(bug); test != nullptr) {
      fmt::format_to(print, "<p><a href=\"#t{0}\">Test {0}</a> shows it.</p>\n{1}{2}", test->number,
                     html_input(test->content.path.input), how_to_run(page, *test));
    }
    fmt::format_to(print, "<p class=\"dim\">Its input: <code>{}</code></p></article>\n",
                   escape_markup(typed(suite::bug_path(page.material.directory.path(), bug.id))));
  }
  return out;
}

std::string html_tests(const Page& page) {
  const auto& tests = page.material.tests;
  if (tests.empty()) return "<p>There are none.</p>\n";
  std::string out =
      "<p><label for=\"filter\">Show those with</label> <input id=\"filter\" type=\"search\" placeholder=\"input, "
      "outcome, "
      "line\"></p>\n";
  for (std::size_t i = 0; i < tests.size(); ++i) {
    const suite::Test& test = tests[i];
    const suite::PathRecord& path = test.content.path;
    const suite::BugRecord* bug = page.material.bug_of(test);
    fmt::format_to(
        std::back_inserter(out),
        "<details class=\"test\" id=\"t{0}\"><summary><b>{0}</b> {1} <code>{2}</code></summary>\n{3}{4}"
        "<p class=\"dim\">Found by run {5} after {6:.1f} s.</p>\n{7}{8}",
        test.number, html_outcome(path), escape_markup(describe_input(path.input, kSummaryBytes)),
        bug != nullptr ? fmt::format("<p class=\"bad\">It shows <a href=\"#b{0}\">bug {0}</a>.</p>\n", bug->id) : "",
        covered_first(page, i), path.run, path.seconds, html_input(path.input), how_to_run(page, test));
    if (path.output && !path.output->empty())
      out += "<p>It prints:</p>\n" + content({path.output->begin(), path.output->end()});
    out += "</details>\n";
  }
  return out;
}

}  // namespace cairn::cli

// The coverage by file and function, and the source with what the suite did in every line.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "cli/report/html_parts.h"
#include "cli/report/markup.h"
#include "cli/summary.h"

namespace cairn::cli {
namespace {

constexpr std::size_t kOpenLines = 4000;  // so many lines are shown unfolded; a browser stays quick with them
constexpr std::size_t kLinkedTests = 3;   // of a line

// Links to the first few tests that reach a line, and how many more there are.
std::string tests_of(const Reached& reached) {
  std::string out;
  for (std::size_t i = 0; i < std::min(reached.first.size(), kLinkedTests); ++i)
    fmt::format_to(std::back_inserter(out), "<a href=\"#t{0}\">{0}</a>", reached.first[i]);
  if (reached.tests > kLinkedTests) {
    fmt::format_to(std::back_inserter(out), "<span title=\"tests {}{}\">+{}</span>", fmt::join(reached.first, ", "),
                   reached.tests > reached.first.size() ? " and others" : "", reached.tests - kLinkedTests);
  }
  return out;
}

// "true side": what describe() says in its last brackets.
std::string side_name(const program::Program& program, program::SideId side) {
  const std::string described = program.describe(side);
  const std::size_t open = described.rfind('('), close = described.rfind(')');
  return open == std::string::npos || close < open ? described : described.substr(open + 1, close - open - 1);
}

class Annotated {
 public:
  Annotated(const Page& page, std::string_view name, const SourceFile& file) : number_(page.shown.at(name).number) {
    const SuiteCoverage& coverage = *page.coverage;
    const program::Program& program = coverage.program();
    for (const suite::BugRecord& bug : page.material.bugs) {
      if (bug.file == name) bugs_[bug.line] += fmt::format(" <a class=\"bad\" href=\"#b{0}\">bug {0}</a>", bug.id);
    }
    for (const program::LineId id : file.lines) reached_[program.lines()[id.value].line] = &coverage.line(id);
    for (const program::SiteId id : file.sites) {
      if (!coverage.evaluated(id)) continue;  // its line says so already
      const program::Site& site = program.sites()[id.value];
      for (std::uint32_t i = 0; i < site.sides.count; ++i) {
        const program::SideId side(site.sides.first + i);
        if (coverage.side(side).count == 0) missing_[site.line].push_back(side_name(program, side));
      }
    }
  }

  [[nodiscard]] std::string row(std::uint32_t line, std::string_view text) const {
    const auto reached = reached_.find(line);
    const auto missing = missing_.find(line);
    std::string kind, count, tests, say;
    if (reached != reached_.end()) {
      kind = reached->second->count == 0 ? "miss" : missing != missing_.end() ? "part" : "hit";
      count = fmt::to_string(reached->second->count);
      tests = tests_of(*reached->second);
    }
    if (missing != missing_.end())
      say = fmt::format("<span class=\"say\">never: {}</span>",
                        escape_markup(fmt::format("{}", fmt::join(missing->second, ", "))));
    if (const auto bug = bugs_.find(line); bug != bugs_.end())
      say += fmt::format("<span class=\"say\">{}</span>", bug->second);
    const std::string id = fmt::format("f{}L{}", number_, line);
    return fmt::format(
        "<tr id=\"{0}\"{1}><td class=\"num\"><a href=\"#{0}\">{2}</a></td><td class=\"num\">{3}</td>"
        "<td class=\"t\">{4}</td><td>{5}{6}</td></tr>\n",
        id, kind.empty() ? "" : fmt::format(" class=\"{}\"", kind), line, count, tests, escape_markup(text), say);
  }

 private:
  std::size_t number_;
  std::map<std::uint32_t, const Reached*> reached_;
  std::map<std::uint32_t, std::vector<std::string>> missing_;
  std::map<std::uint32_t, std::string> bugs_;  // links to them
};

std::string function_rows(const Page& page, const SourceFile& file) {
  const program::Program& program = page.coverage->program();
  std::string out;
  for (const program::FunctionId id : file.functions) {
    const program::Function& function = program.functions()[id.value];
    std::vector<program::SiteId> sites;
    for (std::uint32_t i = 0; i < function.sites.count; ++i) sites.emplace_back(function.sites.first + i);
    const std::uint64_t calls = page.coverage->calls(id);
    fmt::format_to(std::back_inserter(out),
                   "<tr><td><code>{}</code></td><td>{}</td><td class=\"num{}\">{}</td><td>{}</td></tr>\n",
                   escape_markup(function.name), html_place(page, function.file, function.line),
                   calls == 0 ? " bad" : "", calls == 0 ? "never" : fmt::to_string(calls),
                   sites.empty() ? "no branches" : html_share(covered_sides(*page.coverage, sites)));
  }
  return out;
}

}  // namespace

std::string html_files(const Page& page) {
  if (!page.coverage) return fmt::format("<p>Not shown, since {}.</p>\n", escape_markup(page.no_coverage));
  if (page.files.empty()) return "<p>Not shown, since the program was built without debug information (-g).</p>\n";
  std::string out;
  auto print = std::back_inserter(out);
  for (const auto& [name, file] : page.files) {
    fmt::format_to(print,
                   "<details{}><summary><a href=\"#f{}\">{}</a><span class=\"two\"><span>lines {}</span>"
                   "<span>branch sides {}</span></span></summary>\n",
                   page.files.size() == 1 ? " open" : "", page.shown.at(name).number, escape_markup(from_here(name)),
                   html_share(covered_lines(*page.coverage, file.lines)),
                   html_share(covered_sides(*page.coverage, file.sites)));
    if (!file.functions.empty()) {
      fmt::format_to(print,
                     "<div class=\"wide\"><table><thead><tr><th>function</th><th>where</th><th class=\"num\">calls</th>"
                     "<th>branch sides</th></tr></thead><tbody>\n{}</tbody></table></div>\n",
                     function_rows(page, file));
    }
    out += "</details>\n";
  }
  return out;
}

std::string html_source(const Page& page) {
  if (!page.coverage) return fmt::format("<p>Not shown, since {}.</p>\n", escape_markup(page.no_coverage));
  std::string out =
      "<p class=\"dim\">Line, how often the suite executes it, tests that do, text. Press <kbd>n</kbd> and "
      "<kbd>p</kbd> for the next and the previous place that is not covered.</p>\n";
  auto print = std::back_inserter(out);
  std::size_t shown = 0;
  for (const auto& [name, file] : page.files) {
    const program::Share share = covered_lines(*page.coverage, file.lines);
    const ShownFile& source = page.shown.at(name);
    const bool open = share.covered > 0 && (shown += source.lines.size()) <= kOpenLines;
    fmt::format_to(print, "<details id=\"f{}\"{}><summary>{} <span class=\"dim\">{} of {} lines</span></summary>\n",
                   source.number, open ? " open" : "", escape_markup(from_here(name)), share.covered, share.total);
    if (source.unreadable.empty()) {
      const Annotated annotated(page, name, file);
      out += "<div class=\"srcbox\"><table class=\"src\"><tbody>\n";
      for (std::size_t i = 0; i < source.lines.size(); ++i)
        out += annotated.row(static_cast<std::uint32_t>(i + 1), source.lines[i]);
      out += "</tbody></table></div>\n";
    } else {
      fmt::format_to(print, "<p>The file is not there any more: {}.</p>\n", escape_markup(source.unreadable));
    }
    out += "</details>\n";
  }
  return out;
}

}  // namespace cairn::cli

// cairn report OUT: one page that shows everything a run found out, in a file that needs nothing else.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <iterator>

#include "cli/report/html_parts.h"
#include "cli/report/html_style.h"
#include "cli/report/markup.h"
#include "cli/report/reproduce.h"
#include "cli/summary.h"
#include "engine/explore/options.h"
#include "engine/program/readable.h"
#include "engine/suite/files.h"

namespace cairn::cli {
namespace {

constexpr std::size_t kLargestSource = 8 << 20;

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string card(std::string_view title, const std::string& figure, const std::string& below, bool bad = false) {
  return fmt::format("<div class=\"card{}\"><span class=\"dim\">{}</span><b>{}</b>{}</div>\n", bad ? " bad" : "", title,
                     figure, below);
}

std::string coverage_card(std::string_view title, const program::Share& share) {
  const double percent =
      share.total == 0 ? 0 : 100.0 * static_cast<double>(share.covered) / static_cast<double>(share.total);
  return card(title, fmt::format("{:.1f} %", percent), html_share(share));
}

std::string section(std::string_view id, std::string_view title, const std::string& content) {
  return fmt::format("<section id=\"{0}\" aria-labelledby=\"{0}-title\"><h2 id=\"{0}-title\">{1}</h2>\n{2}</section>\n",
                     id, title, content);
}

// " since 2026-11-16 02:20 UTC", or nothing: old runs do not say when they began.
std::string since(const suite::Manifest& manifest) {
  const auto options = explore::options_from_json(manifest.options);
  if (!options.ok() || options->target.moment == 0) return {};
  return fmt::format(" since {:%Y-%m-%d %H:%M} UTC", fmt::gmtime(std::time_t{options->target.moment}));
}

std::string heading(const Page& page) {
  const suite::Manifest& manifest = page.material.directory.manifest();
  return fmt::format(
      "<header><h1>{}</h1>\n<p class=\"dim\"><code>{}</code><br>explored by {} with seed {} for {:.1f} "
      "s{}</p></header>\n",
      escape_markup(std::filesystem::path(manifest.program).filename().string()),
      escape_markup(fmt::format("{}", fmt::join(manifest.command, " "))), escape_markup(manifest.strategy),
      manifest.seed, page.figures.seconds, since(manifest));
}

void show_files(Page& page) {
  for (const auto& [name, file] : page.files) {
    const std::size_t number = page.shown.size();
    ShownFile& shown = page.shown[name];
    shown.number = number;
    auto text = suite::read_file(std::string(name), kLargestSource);
    if (!text.ok()) {
      shown.unreadable = text.error().message;
      continue;
    }
    shown.text = std::move(*text);
    shown.lines = split_lines(shown.text);
  }
}

}  // namespace

std::string html_share(const program::Share& share) {
  const double percent =
      share.total == 0 ? 0 : 100.0 * static_cast<double>(share.covered) / static_cast<double>(share.total);
  return fmt::format("{} of {}<span class=\"bar\"><i style=\"width:{:.1f}%\"></i></span>", share.covered, share.total,
                     percent);
}

std::string html_place(const Page& page, std::string_view file, std::uint32_t line) {
  if (file.empty()) return "a place that is not known";
  const std::string text = escape_markup(fmt::format("{}:{}", from_here(file), line));
  const auto shown = page.shown.find(file);
  if (shown == page.shown.end() || line == 0 || line > shown->second.lines.size())
    return fmt::format("<code>{}</code>", text);
  return fmt::format("<a href=\"#f{}L{}\"><code>{}</code></a>", shown->second.number, line, text);
}

std::string html_command(const std::string& command) {
  return fmt::format("<div class=\"cmd\"><pre>{}</pre><button class=\"copy\" type=\"button\">copy</button></div>\n",
                     escape_markup(command));
}

std::string html_figures(const Page& page) {
  const RunFigures& figures = page.figures;
  const std::size_t bugs = page.material.bugs.size();
  std::string out = "<div class=\"cards\">\n";
  out += card("bugs", fmt::to_string(bugs), bugs == 0 ? "none found" : "<a href=\"#bugs\">see them</a>", bugs > 0);
  out += coverage_card("branch sides", figures.coverage.branches);
  out += coverage_card("lines", figures.coverage.lines);
  out += card("tests", fmt::to_string(page.material.tests.size()), fmt::format("of {} paths", figures.paths));
  out += card("runs", fmt::to_string(figures.runs), fmt::format("{} queries to the solver", figures.queries));
  out += card("divergences", fmt::to_string(figures.divergences), fmt::format("of {} runs", figures.runs),
              figures.divergences > 0);
  out += "</div>\n";
  if (figures.open > 0) {
    out += fmt::format("<p>{} sides of the execution tree are still open; <code>{}</code> goes on.</p>\n", figures.open,
                       escape_markup("cairn resume " + typed(page.material.directory.path())));
  }
  return out;
}

std::string html_losses(const Page& page) {
  if (page.losses.empty()) return "<p>Nothing was lost: all symbolic data could be followed.</p>\n";
  std::string out =
      "<p>Here symbolic data went where it cannot be followed: branches that depend on it may have been missed.</p>\n"
      "<div class=\"wide\"><table><thead><tr><th>lost to</th><th>where</th><th class=\"num\">times</th>"
      "<th class=\"num\">bytes</th></tr></thead><tbody>\n";
  for (const suite::LossRecord& loss : page.losses) {
    fmt::format_to(std::back_inserter(out),
                   "<tr><td>{}</td><td>{} {}</td><td class=\"num\">{}</td><td class=\"num\">{}</td></tr>\n",
                   escape_markup(what_was_lost(loss)), html_place(page, loss.file, loss.line),
                   loss.function.empty() ? "" : "in " + escape_markup(program::readable(loss.function)), loss.count,
                   loss.bytes);
  }
  return out + "</tbody></table></div>\n";
}

base::Result<std::string> report_html(Material& material) {
  TRY(RunFigures figures, read_figures(material.directory.path()));
  TRY(auto losses, suite::read_losses(material.directory.path()));
  Page page{material, figures, nullptr, {}, std::move(losses), {}, {}};
  auto coverage = cover_suite(material);
  if (material.context.stop) return base::environment_error("stopped before the report was made");
  if (coverage.ok()) {
    page.coverage = std::move(*coverage);
    page.files = source_files(page.coverage->program());
    show_files(page);
  } else {
    page.no_coverage = coverage.error().message;
  }
  std::string out(kHtmlOpening);
  out += fmt::format("<title>cairn: {}</title>\n<style>{}</style>\n</head>\n<body>\n",
                     escape_markup(std::filesystem::path(material.directory.manifest().program).filename().string()),
                     kStyle);
  out += "<a class=\"skip\" href=\"#main\">Skip to the content</a>\n" + heading(page);
  out += "<nav aria-label=\"Sections\"><ul><li><a href=\"#bugs\">Bugs</a></li><li><a href=\"#time\">Over time</a></li>";
  const std::string pruning = html_pruning(page);
  if (!pruning.empty()) out += "<li><a href=\"#pruning\">Pruning</a></li>";
  out +=
      "<li><a href=\"#files\">Files</a></li><li><a href=\"#source\">Source</a></li><li><a "
      "href=\"#tests\">Tests</a></li>"
      "<li><a href=\"#losses\">Losses</a></li></ul></nav>\n<main id=\"main\">\n";
  out += html_figures(page);
  out += section("bugs", "Bugs", html_bugs(page));
  out += section("time", "Coverage over time", html_chart(page));
  if (!pruning.empty()) out += section("pruning", "Pruning", pruning);
  out += section("files", "Coverage by file and function", html_files(page));
  out += section("source", "Source", html_source(page));
  out += section("tests", "Tests", html_tests(page));
  out += section("losses", "Where symbolic data was lost", html_losses(page));
  return out + fmt::format("</main>\n<script>{}</script>\n</body>\n</html>\n", kScript);
}

}  // namespace cairn::cli

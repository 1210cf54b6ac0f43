// Coverage over time, as a drawing inside the page: what the tests found so far had covered when each was found.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "cli/report/html_parts.h"

namespace cairn::cli {
namespace {

constexpr double kLeft = 44, kTop = 10, kWidth = 740, kHeight = 220;

struct Point {
  double seconds, share;
};

double portion(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : std::min(1.0, static_cast<double>(part) / static_cast<double>(whole));
}

// Steps: nothing happens between two tests.
std::string path(const std::vector<Point>& points, double seconds, std::string_view kind) {
  const auto x = [&](double at) { return kLeft + kWidth * (seconds > 0 ? std::min(at / seconds, 1.0) : 0); };
  const auto y = [](double share) { return kTop + kHeight * (1 - share); };
  std::string out = fmt::format("<path class=\"{}\" d=\"M{:.1f} {:.1f}", kind, x(0), y(0));
  for (const Point& point : points)
    fmt::format_to(std::back_inserter(out), "H{:.1f}V{:.1f}", x(point.seconds), y(point.share));
  return out + fmt::format("H{:.1f}\"/>\n", x(seconds));
}

std::string grid(double seconds) {
  std::string out;
  auto print = std::back_inserter(out);
  for (int i = 0; i <= 4; ++i) {
    const double y = kTop + kHeight * (4 - i) / 4, x = kLeft + kWidth * i / 4;
    fmt::format_to(print,
                   "<line class=\"grid\" x1=\"{}\" x2=\"{}\" y1=\"{}\" y2=\"{}\"/><text x=\"{}\" y=\"{}\" "
                   "text-anchor=\"end\">{} %</text>\n",
                   kLeft, kLeft + kWidth, y, y, kLeft - 6, y + 4, 25 * i);
    fmt::format_to(print, "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{:.3g} s</text>\n", x, kTop + kHeight + 18,
                   seconds * i / 4);
  }
  return out;
}

}  // namespace

std::string html_chart(const Page& page) {
  const program::Figures& figures = page.figures.coverage;
  std::vector<Point> branches, lines;
  std::uint64_t sides = 0, reached = 0;
  double seconds = page.figures.seconds;
  for (std::size_t i = 0; i < page.material.tests.size(); ++i) {
    const suite::PathRecord& path = page.material.tests[i].content.path;
    seconds = std::max(seconds, path.seconds);
    sides += page.coverage ? page.coverage->tests()[i].first.size() : path.new_sides;
    branches.push_back({path.seconds, portion(sides, figures.branches.total)});
    if (!page.coverage) continue;
    reached += page.coverage->tests()[i].lines.size();
    lines.push_back({path.seconds, portion(reached, figures.lines.total)});
  }
  std::string out = fmt::format(
      "<div class=\"wide\"><svg viewBox=\"0 0 800 275\" role=\"img\" aria-label=\"{} of {} branch sides and {} of {} "
      "lines after {:.1f} "
      "seconds\">\n",
      figures.branches.covered, figures.branches.total, figures.lines.covered, figures.lines.total, seconds);
  out += grid(seconds);
  if (!lines.empty()) out += path(lines, seconds, "lines");
  out += path(branches, seconds, "branches");
  out += fmt::format("<text class=\"b\" x=\"{}\" y=\"268\">branch sides</text>", kLeft);
  if (!lines.empty()) out += fmt::format("<text class=\"l\" x=\"{}\" y=\"268\">lines (dashed)</text>", kLeft + 100);
  return out + "\n</svg></div>\n";
}

}  // namespace cairn::cli

#include "cli/bench/plot.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "cli/run_tool.h"
#include "engine/base/programs.h"
#include "engine/suite/files.h"

namespace cairn::bench {

namespace {

namespace fs = std::filesystem;

constexpr int kPlaces = 200;
constexpr std::size_t kBands = 6;  // more of them hide each other

double end_of(const SubjectTable& table, Axis axis) {
  double end = 0;
  for (const Entry& entry : table.entries) {
    for (const Outcome* outcome : entry.outcomes) {
      if (outcome->curve.empty()) continue;
      const Point& last = outcome->curve.back();
      end = std::max(end, axis == Axis::runs ? static_cast<double>(last.runs) : last.seconds);
    }
  }
  return end;
}

// One block a contender: place, mean, least, most.
std::string data_of(const SubjectTable& table, Axis axis) {
  std::string out;
  const double end = end_of(table, axis);
  for (const Entry& entry : table.entries) {
    if (entry.outcomes.empty()) continue;
    for (int i = 0; i <= kPlaces; ++i) {
      // Close together at the beginning, where coverage grows fastest.
      const double place = end * std::pow(static_cast<double>(i) / kPlaces, 2);
      std::vector<double> values;
      for (const Outcome* outcome : entry.outcomes) values.push_back(branches_at(*outcome, axis, place));
      const Sample sample = describe(values);
      out += fmt::format("{:.6g} {:.3f} {} {}\n", place, sample.mean, sample.least, sample.most);
    }
    out += "\n\n";
  }
  return out;
}

std::string quoted(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '\'' ? std::string("''") : std::string(1, c);
  return "'" + out + "'";
}

}  // namespace

std::string script(const SubjectTable& table, Axis axis, const fs::path& data, const fs::path& picture) {
  const bool png = picture.extension() == ".png";
  std::string out = fmt::format(
      "set terminal {} size 900,540 font 'sans,11' background '#ffffff'\nset output {}\nset title {} noenhanced\n"
      "set xlabel '{}'\nset ylabel 'branches'\nset key outside right noenhanced\nset grid\nset yrange [0:*]\nplot ",
      png ? "pngcairo" : "svg", quoted(picture.string()), quoted(table.name), axis == Axis::runs ? "runs" : "seconds");
  std::vector<std::string> parts;
  std::vector<std::string> lines;
  int index = 0;
  const auto shown = std::ranges::count_if(table.entries, [](const Entry& entry) { return !entry.outcomes.empty(); });
  for (const Entry& entry : table.entries) {
    if (entry.outcomes.empty()) continue;
    if (entry.outcomes.size() > 1 && static_cast<std::size_t>(shown) <= kBands) {
      parts.push_back(
          fmt::format("{} index {} using 1:3:4 with filledcurves fs transparent solid 0.15 noborder lc {} notitle",
                      quoted(data.string()), index, index + 1));
    }
    lines.push_back(fmt::format("{} index {} using 1:2 with lines lw 2 lc {} dt {} title {}", quoted(data.string()),
                                index, index + 1, 1 + index / 8, quoted(entry.contender)));
    ++index;
  }
  parts.insert(parts.end(), lines.begin(), lines.end());
  for (std::size_t i = 0; i < parts.size(); ++i) out += (i == 0 ? "" : ", \\\n     ") + parts[i];
  return out + "\n";
}

base::Status draw(const Comparison& comparison, const fs::path& folder) {
  const fs::path gnuplot = base::find_in_path("gnuplot");
  if (gnuplot.empty()) {
    return base::environment_error("gnuplot is not installed, so no plots were drawn: apt install gnuplot-nox");
  }
  TRY_STATUS(suite::make_directories(folder));
  constexpr std::array<std::pair<Axis, const char*>, 2> kAxes = {{{Axis::runs, "runs"}, {Axis::seconds, "seconds"}}};
  for (const SubjectTable& table : comparison.subjects) {
    for (const auto& [axis, name] : kAxes) {
      if (!(end_of(table, axis) > 0)) continue;
      const fs::path stem = folder / fmt::format("{}-{}", table.name, name);
      const fs::path data = stem.string() + ".dat";
      TRY_STATUS(suite::write_atomically(data, data_of(table, axis)));
      for (const char* kind : {".svg", ".png"}) {
        const fs::path commands = stem.string() + ".gnuplot";
        TRY_STATUS(suite::write_atomically(commands, script(table, axis, data, stem.string() + kind)));
        TRY(const cli::Ended ended, cli::run_tool({gnuplot.string(), commands.string()}, true));
        if (ended.status != 0) {
          return base::environment_error(fmt::format("gnuplot failed on {}: {}", commands.string(), ended.output));
        }
      }
    }
  }
  return {};
}

}  // namespace cairn::bench

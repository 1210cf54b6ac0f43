// What a pruner did and believes (OUT/pruning.json): the rounds as a drawing and a table, the learnt weights.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>

#include "cli/report/html_parts.h"
#include "cli/report/markup.h"
#include "engine/suite/files.h"

namespace cairn::cli {
namespace {

constexpr std::size_t kLargest = std::size_t{1} << 26;
constexpr std::size_t kShown = 30;  // weights; the others can be unfolded
constexpr double kLeft = 44, kTop = 10, kWidth = 700, kHeight = 200;

struct Round {
  std::uint64_t number, gained, tests, pruned, yielded;
  std::string kind, why;
  double begin, end, open;
};

struct Weight {
  std::string place;
  double mean, deviation;
};

struct Pruning {
  std::vector<Round> rounds;
  std::vector<Weight> weights;  // the strongest first
  std::size_t unknown = 0;      // features nothing is known of
};

// Kinds of rounds and how they are drawn; all that prune by learnt weights look alike.
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kClasses = {
    {{"plain", "plain"},
     {"pruned at random", "random"},
     {"explored", "learnt"},
     {"exploited", "learnt"},
     {"reversed", "learnt"},
     {"from an earlier input", "seeded"}}};

std::string_view class_of(std::string_view kind) {
  const auto* found = std::ranges::find(kClasses, kind, [](const auto& each) { return each.first; });
  return found == kClasses.end() ? "plain" : found->second;
}

Round parse_round(const nlohmann::json& json) {
  const auto number = [&json](const char* name) { return json.at(name).get<std::uint64_t>(); };
  const std::uint64_t before = number("covered_before");
  return {number("round"),
          std::max(number("covered_after"), before) - before,
          number("tests"),
          number("pruned"),
          number("flipped"),
          json.at("kind").get<std::string>(),
          json.at("why").get<std::string>(),
          json.at("begin").get<double>(),
          json.at("end").get<double>(),
          json.at("open").get<double>()};
}

Pruning parse(const std::string& text) {
  const nlohmann::json json = nlohmann::json::parse(text);
  Pruning pruning;
  for (const auto& round : json.at("rounds")) pruning.rounds.push_back(parse_round(round));
  for (const auto& feature : json.at("features")) {
    if (!feature.at("learnt").get<bool>()) {
      ++pruning.unknown;
      continue;
    }
    pruning.weights.push_back(
        {feature.at("at").get<std::string>(), feature.at("mean").get<double>(), feature.at("deviation").get<double>()});
  }
  std::ranges::sort(pruning.weights, std::ranges::greater{},
                    [](const Weight& weight) { return std::abs(weight.mean); });
  return pruning;
}

// A bar for each round, as high as what it covered, on a scale of roots: the first rounds dwarf all others. The line is
// the sides that were open, on a scale of logarithms.
std::string drawing(const std::vector<Round>& rounds) {
  const double end = std::max(rounds.back().end, 1e-9);
  std::uint64_t most = 1;
  double open = 10;
  for (const Round& round : rounds) {
    most = std::max(most, round.gained);
    open = std::max(open, round.open);
  }
  const auto x = [&](double at) { return kLeft + kWidth * std::min(at / end, 1.0); };
  const auto height = [&](std::uint64_t gained) {
    return kHeight * std::sqrt(static_cast<double>(gained) / static_cast<double>(most));
  };
  const auto y = [&](double sides) {
    return kTop + kHeight * (1 - std::log10(std::max(sides, 1.0)) / std::log10(open));
  };
  std::string out = fmt::format(
      "<div class=\"wide\"><svg viewBox=\"0 0 800 262\" role=\"img\" aria-label=\"{} rounds, the best of them covered "
      "{} "
      "sides\">\n<line class=\"grid\" x1=\"{}\" x2=\"{}\" y1=\"{}\" y2=\"{}\"/>\n",
      rounds.size(), most, kLeft, kLeft + kWidth, kTop + kHeight, kTop + kHeight);
  auto print = std::back_inserter(out);
  std::string line;
  for (const Round& round : rounds) {
    const double width = std::max(x(round.end) - x(round.begin) - 1, 1.0);
    fmt::format_to(
        print,
        "<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"><title>round {}: {}, {} "
        "sides covered, {:.0f} open</title></rect>\n",
        class_of(round.kind), x(round.begin), kTop + kHeight - height(round.gained), width, height(round.gained),
        round.number, escape_markup(round.kind), round.gained, round.open);
    line +=
        fmt::format("{}{:.1f} {:.1f}H{:.1f}", line.empty() ? "M" : "L", x(round.begin), y(round.open), x(round.end));
  }
  fmt::format_to(print, "<path class=\"lines\" d=\"{}\"/>\n", line);
  fmt::format_to(
      print,
      "<text x=\"{0}\" y=\"{1}\" text-anchor=\"end\">{2}</text><text x=\"{0}\" y=\"{3}\" text-anchor=\"end\">0</text>"
      "<text class=\"l\" x=\"{4}\" y=\"{1}\">{5:.0f}</text><text class=\"l\" x=\"{4}\" y=\"{3}\">1</text>\n",
      kLeft - 6, kTop + 10, most, kTop + kHeight, kLeft + kWidth + 6, open);
  double at = kLeft;
  for (const auto& [name, shown] :
       {std::pair{"plain", "plain search"}, std::pair{"random", "pruned at random"},
        std::pair{"learnt", "by learnt weights"}, std::pair{"seeded", "from an earlier input"}}) {
    fmt::format_to(
        print, "<rect class=\"{}\" x=\"{}\" y=\"232\" width=\"12\" height=\"12\"/><text x=\"{}\" y=\"243\">{}</text>\n",
        name, at, at + 17, shown);
    at += 150;
  }
  fmt::format_to(print, "<text class=\"l\" x=\"{}\" y=\"243\">open sides (right)</text>\n", at);
  return out + "</svg></div>\n";
}

std::string round_table(const std::vector<Round>& rounds) {
  std::string out =
      "<details><summary>The rounds one by one, and why each was chosen</summary><div class=\"wide\"><table><thead><tr>"
      "<th class=\"num\">round</th><th>kind</th><th>why</th><th class=\"num\">covered</th><th class=\"num\">tests</th>"
      "<th class=\"num\">pruned</th><th class=\"num\">yielded a test</th><th "
      "class=\"num\">open</th></tr></thead><tbody>\n";
  for (const Round& round : rounds) {
    fmt::format_to(
        std::back_inserter(out),
        "<tr><td class=\"num\">{}</td><td>{}</td><td>{}</td><td class=\"num\">{}</td><td class=\"num\">{}</td><td "
        "class=\"num\">{}</td><td class=\"num\">{}</td><td class=\"num\">{:.0f}</td></tr>\n",
        round.number, escape_markup(round.kind), escape_markup(round.why), round.gained, round.tests, round.pruned,
        round.yielded, round.open);
  }
  return out + "</tbody></table></div></details>\n";
}

std::string weight_rows(std::span<const Weight> weights) {
  std::string out =
      "<div class=\"wide\"><table><thead><tr><th>where the input is compared with a constant</th><th "
      "class=\"num\">weight</th>"
      "<th></th></tr></thead><tbody>\n";
  for (const Weight& weight : weights) {
    fmt::format_to(std::back_inserter(out),
                   "<tr><td><code>{}</code></td><td class=\"num\">{:+.2f} ± {:.2f}</td><td><span class=\"bar{}\"><i "
                   "style=\"width:{:.0f}%\"></i></span></td></tr>\n",
                   escape_markup(weight.place), weight.mean, weight.deviation, weight.mean < 0 ? " down" : "",
                   100 * std::min(std::abs(weight.mean), 1.0));
  }
  return out + "</tbody></table></div>\n";
}

std::string beliefs(const Pruning& pruning) {
  if (pruning.weights.empty()) return "<p>Nothing has been learnt of any condition yet.</p>\n";
  const std::span<const Weight> all = pruning.weights;
  const std::size_t shown = std::min(all.size(), kShown);
  std::string out = fmt::format(
      "<h3>What the learner believes</h3>\n<p>Sides behind conditions with high weights are kept, those with low ones "
      "go first. {} "
      "conditions have been learnt of, {} not.</p>\n{}",
      all.size(), pruning.unknown, weight_rows(all.first(shown)));
  if (all.size() > shown) {
    out += fmt::format("<details><summary>{} more</summary>{}</details>\n", all.size() - shown,
                       weight_rows(all.subspan(shown)));
  }
  return out;
}

}  // namespace

std::string html_pruning(const Page& page) {
  const auto text = suite::read_file(page.material.directory.path() / "pruning.json", kLargest);
  if (!text.ok()) return {};  // nothing was pruned
  try {
    const Pruning pruning = parse(*text);
    if (pruning.rounds.empty()) return {};
    return "<p>A bar is a round, as high as the square root of what it covered; the dashed line is the logarithm of "
           "how many "
           "sides were open.</p>\n" +
           drawing(pruning.rounds) + round_table(pruning.rounds) + beliefs(pruning);
  } catch (const nlohmann::json::exception& error) {
    return fmt::format("<p>pruning.json is damaged ({}); <code>cairn resume</code> writes it again.</p>\n",
                       escape_markup(error.what()));
  }
}

}  // namespace cairn::cli

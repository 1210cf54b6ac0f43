// What --prune and --prune-options say.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <variant>

#include "engine/search/pruner.h"

namespace cairn::search {

namespace {

constexpr std::array<std::pair<std::string_view, PruneMode>, 5> kModes = {{
    {"none", PruneMode::none},
    {"random", PruneMode::random},
    {"homi", PruneMode::homi},
    {"memory", PruneMode::memory},
    {"auto", PruneMode::automatic},
}};

struct Row {
  std::string_view name;
  std::variant<double PruneOptions::*, std::uint32_t PruneOptions::*> field;
  double least, most;
};

constexpr Row kRows[] = {
    {"longest_round", &PruneOptions::longest_round, 1e-9, 1},
    {"round_lengths", &PruneOptions::round_lengths, 1, 1000},
    {"cycle", &PruneOptions::cycle, 1e-9, 1},
    {"largest_ratio", &PruneOptions::largest_ratio, 0, 1},
    {"ratios", &PruneOptions::ratios, 1, 1000},
    {"exploring_rounds", &PruneOptions::exploring_rounds, 0, 1e6},
    {"most_features", &PruneOptions::most_features, 1, 1e6},
    {"fewest_features", &PruneOptions::fewest_features, 0, 1e6},
    {"fewest_sides", &PruneOptions::fewest_sides, 0, 1e9},
    {"most_sides", &PruneOptions::most_sides, 1, 1e9},
    {"most_tests", &PruneOptions::most_tests, 1, 1e9},
    {"reverse_draws", &PruneOptions::reverse_draws, 1, 1e6},
    {"closing", &PruneOptions::closing, 0, 1},
};

std::string names_of(const auto& rows, const auto& name) {
  std::string all;
  for (const auto& row : rows) all += (all.empty() ? "" : ", ") + std::string(name(row));
  return all;
}

base::Status set_one(PruneOptions& options, std::string_view word) {
  const std::size_t equals = word.find('=');
  const std::string_view name = word.substr(0, equals);
  const auto* row = std::ranges::find(kRows, name, &Row::name);
  if (equals == std::string_view::npos || row == std::end(kRows)) {
    return base::misuse_error(fmt::format("--prune-options wants NAME=NUMBER with one of {}, not \"{}\"",
                                          names_of(kRows, [](const Row& each) { return each.name; }), word));
  }
  const std::string_view digits = word.substr(equals + 1);
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc{} || end != digits.data() + digits.size() || !(value >= row->least && value <= row->most)) {
    return base::misuse_error(fmt::format("{} in --prune-options wants a number from {} to {}, not \"{}\"", name,
                                          row->least, row->most, digits));
  }
  if (const auto* share = std::get_if<double PruneOptions::*>(&row->field)) {
    options.** share = value;
  } else {
    options.*std::get<std::uint32_t PruneOptions::*>(row->field) = static_cast<std::uint32_t>(std::llround(value));
  }
  return {};
}

}  // namespace

base::Status set_prune_options(PruneOptions& options, const std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    TRY_STATUS(set_one(options, std::string_view(text).substr(at, end - at)));
    at = end + 1;
  }
  return {};
}

base::Result<PruneMode> prune_mode(std::string_view name) {
  for (const auto& [known, mode] : kModes) {
    if (known == name) return mode;
  }
  return base::misuse_error(fmt::format("--prune is one of {}, not \"{}\"",
                                        names_of(kModes, [](const auto& row) { return row.first; }), name));
}

std::string_view prune_name(PruneMode mode) {
  return std::ranges::find(kModes, mode, [](const auto& row) { return row.second; })->first;
}

}  // namespace cairn::search

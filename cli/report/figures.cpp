#include "cli/report/figures.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "cli/summary.h"
#include "engine/suite/files.h"

namespace cairn::cli {
namespace {

constexpr std::size_t kLargest = 1 << 20;

program::Share share(const nlohmann::json& json, const char* name) {
  return {json.at(name).at("covered").get<std::uint64_t>(), json.at(name).at("total").get<std::uint64_t>()};
}

}  // namespace

base::Result<RunFigures> read_figures(const std::filesystem::path& directory) {
  const std::filesystem::path file = directory / "summary.json";
  TRY(const std::string text, suite::read_file(file, kLargest));
  try {
    const nlohmann::json json = nlohmann::json::parse(text);
    RunFigures figures;
    figures.seconds = json.at("elapsed_seconds").get<double>();
    figures.runs = json.at("runs").get<std::uint64_t>();
    figures.paths = json.at("paths").get<std::uint64_t>();
    figures.coverage.branches = share(json, "branches");
    figures.coverage.reachable = json.at("branches").at("reachable").get<std::uint64_t>();
    figures.coverage.lines = share(json, "lines");
    figures.coverage.blocks = share(json, "blocks");
    figures.coverage.instructions = share(json, "instructions");
    figures.divergences = json.at("divergences").get<std::uint64_t>();
    figures.queries = json.at("solver").at("queries").get<std::uint64_t>();
    figures.infeasible = json.at("tree").at("infeasible").get<std::uint64_t>();
    figures.open = json.at("tree").at("open").get<std::uint64_t>();
    return figures;
  } catch (const nlohmann::json::exception& error) {
    return base::environment_error(
        fmt::format("{} is damaged ({}); cairn resume writes it again", typed(file), error.what()));
  }
}

}  // namespace cairn::cli

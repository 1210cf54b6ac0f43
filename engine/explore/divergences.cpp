#include "engine/explore/divergences.h"

#include <fmt/core.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <system_error>

#include "engine/base/json_text.h"
#include "engine/explore/place.h"
#include "engine/expr/print.h"
#include "engine/suite/test_file.h"

namespace cairn::explore {

namespace {

std::string_view word(DivergenceKind kind) {
  switch (kind) {
    case DivergenceKind::condition:
      return "condition";
    case DivergenceKind::elsewhere:
      return "elsewhere";
    case DivergenceKind::unsteady:
      return "unsteady";
  }
  return "";
}

// What is not recorded makes no condition, so that a path may lack one.
std::string sentence(DivergenceKind kind, bool lost) {
  const char* const why =
      lost ? ": perhaps because symbolic data was lost before (cairn report --loss says where)." : ".";
  switch (kind) {
    case DivergenceKind::condition:
      return "A condition that was recorded is false on the run's own input.";
    case DivergenceKind::elsewhere:
      return std::string("The input satisfies the conditions of a path, but the program left that path") + why;
    case DivergenceKind::unsteady:
      return std::string("After the same sides an earlier run made another step") +
             (lost ? why : ": the program depends on more than its input.");
  }
  return "";
}

}  // namespace

base::Status Divergences::store(const Executed& executed, std::uint32_t parent) {
  ++totals_.divergences;
  if (totals_.divergences > kFiles) return {};
  const Divergence& divergence = *executed.divergence;
  const std::filesystem::path folder = parts_.directory.path() / "divergences";
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return base::environment_error(fmt::format("Cannot make {}: {}.", folder.string(), error.message()));
  const std::string name = fmt::format("{:06}", totals_.divergences);

  suite::TestFile test;
  test.path.run = totals_.runs;
  test.path.seconds = totals_.seconds;
  test.path.input = executed.input;
  test.path.outcome = executed.run->outcome;
  TRY_STATUS(suite::write_test(folder / (name + ".test"), test));

  const Place place = place_of(parts_.program, divergence.branch);
  nlohmann::ordered_json json;
  json["kind"] = word(divergence.kind);
  json["meaning"] = sentence(divergence.kind, executed.lost > 0);
  json["run"] = totals_.runs;
  json["parent"] = parent;
  json["depth"] = divergence.depth;
  json["branch"] = divergence.branch;
  json["function"] = place.function;
  json["file"] = place.file;
  json["line"] = place.line;
  if (divergence.condition.valid()) {
    json["condition"] = expr::to_text(parts_.dag, divergence.condition,
                                      [this](expr::ByteId byte) { return parts_.objects.name_of(byte); });
  }
  json["symbolic_steps"] = executed.run->path.size();
  json["lost"] = executed.lost;
  std::ofstream out(folder / (name + ".json"));
  out << base::json_text(json, 2) << '\n';
  if (!out.flush()) return base::environment_error(fmt::format("Cannot write into {}.", folder.string()));
  return {};
}

}  // namespace cairn::explore

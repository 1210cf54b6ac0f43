#include "engine/explore/options.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "engine/base/json_text.h"

namespace cairn::explore {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::pair<target::Sandbox, std::string_view>, 4> kSandboxes = {{
    {target::Sandbox::automatic, "auto"},
    {target::Sandbox::namespaces, "namespaces"},
    {target::Sandbox::landlock, "landlock"},
    {target::Sandbox::off, "off"},
}};

constexpr std::string_view kGoodTuring = "good-turing";

std::string_view word(target::Sandbox sandbox) {
  return std::ranges::find(kSandboxes, sandbox, [](const auto& row) { return row.first; })->second;
}

Json to_json(const trace::Object& object) {
  return {{"kind", static_cast<int>(object.kind)},
          {"name", object.name},
          {"ordinal", object.ordinal},
          {"sized", object.sized},
          {"capacity", object.capacity}};
}

trace::Object object_from(const Json& json) {
  trace::Object object;
  object.kind = static_cast<trace::ObjectKind>(json.at("kind").get<int>());
  object.name = json.at("name").get<std::string>();
  object.ordinal = json.at("ordinal").get<std::uint32_t>();
  object.sized = json.at("sized").get<bool>();
  object.capacity = json.at("capacity").get<std::uint32_t>();
  return object;
}

// Throws what the JSON library throws: only options_from_json calls it.
Options parse(const std::string& text) {
  const Json json = Json::parse(text);
  Options options;
  options.strategy = json.at("strategy").get<std::string>();
  options.seed = json.at("seed").get<std::uint64_t>();
  if (!json.at("depth").is_null()) options.depth = json.at("depth").get<std::uint32_t>();
  if (json.value("estimate", "") == kGoodTuring) options.estimate = search::Estimate::good_turing;
  options.prior = json.value("prior", options.prior);
  if (const auto mode = search::prune_mode(json.value("prune", "none")); mode.ok()) options.prune = *mode;
  options.rounds = json.value("rounds", false);
  options.prune_options = json.value("prune_options", "");
  options.memory_bytes = json.value("memory_bytes", options.memory_bytes);
  options.keep_all = json.at("keep_all").get<bool>();
  options.optimistic = json.value("optimistic", false);
  options.pin_cap = json.at("pin_cap").get<std::uint32_t>();
  for (const Json& object : json.at("declared")) options.declared.push_back(object_from(object));

  const Json& target = json.at("target");
  const auto sandbox = target.at("sandbox").get<std::string>();
  for (const auto& [mode, name] : kSandboxes) {
    if (name == sandbox) options.target.sandbox = mode;
  }
  options.target.run_milliseconds = target.at("run_milliseconds").get<std::uint32_t>();
  options.target.memory_bytes = target.at("memory_bytes").get<std::uint64_t>();
  options.target.disk_bytes = target.at("disk_bytes").get<std::uint64_t>();
  options.target.capture_output = target.at("capture_output").get<bool>();
  options.target.step_limit = target.at("step_limit").get<std::uint64_t>();
  options.target.moment = target.value("moment", options.target.moment);
  options.target.variables = target.value("variables", options.target.variables);

  const Json& solver = json.at("solver");
  options.layers = solver.at("layers").get<std::vector<std::string>>();
  options.solver_command = solver.value("command", "");
  options.solver.step_limit = solver.at("step_limit").get<std::uint64_t>();
  options.solver.memory_bytes = solver.at("memory_bytes").get<std::uint64_t>();
  options.solver.wall_milliseconds = solver.at("wall_milliseconds").get<std::uint32_t>();
  return options;
}

}  // namespace

trace::Object standard_input(std::uint32_t capacity) {
  return {trace::ObjectKind::standard_input, "stdin", 0, true, capacity, {}};
}

std::string to_json(const Options& options) {
  Json json;
  json["strategy"] = options.strategy;
  json["seed"] = options.seed;
  json["depth"] = options.depth ? Json(*options.depth) : Json(nullptr);
  json["estimate"] = options.estimate == search::Estimate::good_turing ? kGoodTuring : "laplace";
  json["prior"] = options.prior;
  json["prune"] = search::prune_name(options.prune);
  json["rounds"] = options.rounds;
  json["prune_options"] = options.prune_options;
  json["memory_bytes"] = options.memory_bytes;
  json["keep_all"] = options.keep_all;
  json["optimistic"] = options.optimistic;
  json["pin_cap"] = options.pin_cap;
  json["declared"] = Json::array();
  for (const trace::Object& object : options.declared) json["declared"].push_back(to_json(object));
  json["target"] = {{"sandbox", word(options.target.sandbox)},
                    {"run_milliseconds", options.target.run_milliseconds},
                    {"memory_bytes", options.target.memory_bytes},
                    {"disk_bytes", options.target.disk_bytes},
                    {"capture_output", options.target.capture_output},
                    {"step_limit", options.target.step_limit},
                    {"moment", options.target.moment},
                    {"variables", options.target.variables}};
  json["solver"] = {{"layers", options.layers},
                    {"command", options.solver_command},
                    {"step_limit", options.solver.step_limit},
                    {"memory_bytes", options.solver.memory_bytes},
                    {"wall_milliseconds", options.solver.wall_milliseconds}};
  return base::json_text(json);
}

base::Result<Options> options_from_json(const std::string& text) {
  try {
    return parse(text);
  } catch (const Json::exception& error) {
    return base::environment_error(std::string("The stored options of this run cannot be read (") + error.what() +
                                   "); explore the program anew with cairn run.");
  }
}

}  // namespace cairn::explore

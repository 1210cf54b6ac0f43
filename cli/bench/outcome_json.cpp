#include "cli/bench/outcome_json.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "engine/base/json_text.h"

namespace cairn::bench {

namespace {

using Json = nlohmann::ordered_json;

Json json_of(const Point& point) { return {point.runs, point.seconds, point.branches, point.lines}; }

// Branches are called FILE:LINE:FUNCTION:NUMBER. Files and functions are written once: there are thousands of branches,
// and cells are kept for years.
Json json_of(const std::vector<std::string>& covered) {
  Json files = Json::object();
  for (const std::string& name : covered) {
    const auto number = name.rfind(':');
    const auto function = name.rfind(':', number - 1);
    const auto line = name.rfind(':', function - 1);
    Json& branches = files[name.substr(0, line)][name.substr(function + 1, number - function - 1)];
    std::string before = branches.is_null() ? "" : branches.get<std::string>() + " ";
    branches = before + name.substr(line + 1, function - line - 1) + "." + name.substr(number + 1);
  }
  return files;
}

std::vector<std::string> covered_from(const Json& files) {
  std::vector<std::string> covered;
  for (const auto& [file, functions] : files.items()) {
    for (const auto& [function, branches] : functions.items()) {
      std::istringstream words(branches.get<std::string>());
      for (std::string word; words >> word;) {
        const auto dot = word.find('.');
        covered.push_back(fmt::format("{}:{}:{}:{}", file, word.substr(0, dot), function, word.substr(dot + 1)));
      }
    }
  }
  return covered;
}

Outcome parse(const Json& json) {
  Outcome outcome;
  outcome.subject = json.at("subject").get<std::string>();
  outcome.contender = json.at("contender").get<std::string>();
  outcome.repeat = json.at("repeat").get<std::uint32_t>();
  outcome.error = json.at("error").get<std::string>();
  outcome.branches_total = json.at("branches_total").get<double>();
  outcome.branches_reachable = json.at("branches_reachable").get<double>();
  outcome.lines_total = json.at("lines_total").get<double>();
  outcome.figures = json.at("figures").get<std::map<std::string, double>>();
  outcome.covered = covered_from(json.at("covered"));
  for (const Json& point : json.at("curve")) {
    outcome.curve.push_back({point.at(0).get<std::uint64_t>(), point.at(1).get<double>(), point.at(2).get<double>(),
                             point.at(3).get<double>()});
  }
  return outcome;
}

}  // namespace

std::string to_json(const Outcome& outcome) {
  Json json;
  json["subject"] = outcome.subject;
  json["contender"] = outcome.contender;
  json["repeat"] = outcome.repeat;
  json["error"] = outcome.error;
  json["branches_total"] = outcome.branches_total;
  json["branches_reachable"] = outcome.branches_reachable;
  json["lines_total"] = outcome.lines_total;
  json["figures"] = outcome.figures;
  json["curve"] = Json::array();  // runs, seconds, branches, lines
  for (const Point& point : outcome.curve) json["curve"].push_back(json_of(point));
  json["covered"] = json_of(outcome.covered);
  return base::json_text(json);
}

std::optional<Outcome> outcome_from_json(const std::string& text) {
  try {
    return parse(Json::parse(text));
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

}  // namespace cairn::bench

#include "lab/model.h"

#include <fmt/core.h>

#include <fstream>
#include <nlohmann/json.hpp>

namespace cairn::lab {

namespace {

constexpr std::uint64_t kMostStates = 1'000'000;

base::Result<markov::State> state_of(const nlohmann::json& number, std::uint64_t states) {
  if (number.is_number_unsigned() && number.get<std::uint64_t>() < states) return number.get<markov::State>();
  return base::environment_error(fmt::format("there is no state {}", number.dump()));
}

}  // namespace

base::Result<Model> parse_model(const std::string& line) {
  try {
    const auto json = nlohmann::json::parse(line);
    const auto& size = json.at("n");
    if (!size.is_number_unsigned() || size.get<std::uint64_t>() > kMostStates) {
      return base::environment_error(fmt::format("a model has up to {} states, not {}", kMostStates, size.dump()));
    }
    std::vector<std::vector<markov::Step>> steps(size.get<std::size_t>());
    for (const auto& edge : json.at("edges")) {
      TRY(const markov::State from, state_of(edge.at(0), steps.size()));
      TRY(const markov::State to, state_of(edge.at(1), steps.size()));
      steps[from].push_back({to, edge.at(2).get<double>(), edge.at(3).get<double>()});
    }
    TRY(const markov::State initial, state_of(json.value("init", nlohmann::json(0u)), steps.size()));
    TRY(auto chain, markov::Chain::make(std::move(steps), initial));
    return Model{json.value("name", std::string("unnamed")), std::move(chain)};
  } catch (const nlohmann::json::exception& error) {
    return base::environment_error(fmt::format("this is no model: {}", error.what()));
  }
}

base::Result<std::vector<Model>> read_models(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in) return base::environment_error(fmt::format("{} cannot be read", file.string()));
  std::vector<Model> models;
  std::string line;
  for (std::size_t number = 1; std::getline(in, line); ++number) {
    if (line.empty()) continue;
    auto model = parse_model(line);
    if (!model.ok()) {
      return base::environment_error(fmt::format("{}:{}: {}", file.string(), number, model.error().message));
    }
    models.push_back(std::move(model).value());
  }
  if (models.empty()) return base::environment_error(fmt::format("{} holds no model", file.string()));
  return models;
}

std::string to_line(const Model& model) {
  auto terminals = nlohmann::ordered_json::array();
  auto branches = nlohmann::ordered_json::array();
  auto edges = nlohmann::ordered_json::array();
  for (markov::State state = 0; state < model.chain.size(); ++state) {
    if (model.chain.sink(state)) terminals.push_back(state);
    if (model.chain.branches(state)) branches.push_back(state);
    for (const markov::Step& step : model.chain.steps(state)) {
      edges.push_back({state, step.to, step.probability, step.cost});
    }
  }
  nlohmann::ordered_json json;
  json["name"] = model.name;
  json["n"] = model.chain.size();
  json["init"] = model.chain.initial();
  json["terminals"] = std::move(terminals);
  json["branch_nodes"] = std::move(branches);
  json["edges"] = std::move(edges);
  return json.dump();
}

}  // namespace cairn::lab

// A model of a program for experiments: a chain with a name. Files hold one a line, as JSON:
//   {"name": "5-0", "n": 5, "init": 0, "edges": [[from, to, probability, cost], ...]}
// Other fields are ignored; those written besides (terminals, branch_nodes) are for readers of the file.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/markov/chain.h"

namespace cairn::lab {

struct Model {
  std::string name;
  markov::Chain chain;
};

// Errors name the file and the line.
base::Result<std::vector<Model>> read_models(const std::filesystem::path& file);
base::Result<Model> parse_model(const std::string& line);

// One line, without its end.
std::string to_line(const Model& model);

}  // namespace cairn::lab

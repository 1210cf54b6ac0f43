// Random models as in section 3.3 of the ICSE 2018 paper, by the rules of the authors' generator: forward-only chains
// with few branches, some of whose sides are very rare, and costs without any relation to the probabilities.
#pragma once

#include "engine/base/rng.h"
#include "lab/model.h"

namespace cairn::lab {

struct GeneratorOptions {
  std::size_t states = 5;
  std::size_t terminals = 1;
  double branch_density = 0.2;
  double rare_density = 0.8;  // branches with a side of probability k * rare_level, k from 1 to 9
  double rare_level = 1e-4;
  std::uint64_t max_cost = 1000;
};

// The published parameters for a size: a terminal for every five states, rare sides everywhere in the smallest models
// and in a fifth of the branches of the others.
GeneratorOptions published_parameters(std::size_t states);

// A model with at least one branch whose optimum value iteration finds within PRISM's default limits, as the authors
// kept theirs; others are drawn again. Requires 3 to 64 states; an error when a hundred thousand draws gave none.
base::Result<Model> generate(const GeneratorOptions& options, std::string name, base::Rng& rng);

}  // namespace cairn::lab

// The heuristics of the ICSE 2018 paper's Table 1 as the authors' experiment implements them, defects included: the
// rows can be compared with theirs only if they do the same. Nothing else uses them. Each runs until everything is
// covered or it has nothing left to try.
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "lab/simulation.h"

namespace cairn::lab {

void published_random_testing(Simulation& simulation);
void published_cover_new(Simulation& simulation);
void published_random_state(Simulation& simulation);
void published_random_path(Simulation& simulation);
void published_depth_first(Simulation& simulation);
void published_directed(Simulation& simulation);
void published_generational(Simulation& simulation);
void published_context_guided(Simulation& simulation);
void published_subpath_guided(Simulation& simulation);

struct Heuristic {
  std::string_view name;   // as in the paper's table
  std::string_view about;  // one line
  std::function<void(Simulation& simulation)> run;
  bool shipped = false;  // one of ours (shipped.h), beside the published one before it
};

// All rows of the table: the above, greedy.h's, and the strategies of cairn run.
std::span<const Heuristic> heuristics();

}  // namespace cairn::lab

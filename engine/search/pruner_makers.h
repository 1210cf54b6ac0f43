// The factories that make_pruner (pruner.cpp) chooses among; each is defined in the file of its pruner.
#pragma once

#include <memory>

#include "engine/base/rng.h"
#include "engine/search/pruner.h"

namespace cairn::search {

std::unique_ptr<Pruner> make_memory_pruner(const PruneOptions& options, base::Rng rng);
std::unique_ptr<Pruner> make_round_pruner(const PruneOptions& options, base::Rng rng);

}  // namespace cairn::search

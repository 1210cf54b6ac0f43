#include "engine/search/pruner.h"

#include "engine/search/pruner_makers.h"

namespace cairn::search {

std::unique_ptr<Pruner> make_pruner(const PruneOptions& options, base::Rng rng) {
  if (!options.wanted()) return nullptr;
  if (options.mode == PruneMode::memory) return make_memory_pruner(options, rng);
  return make_round_pruner(options, rng);
}

}  // namespace cairn::search

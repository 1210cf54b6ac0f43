// Uniform random search with its passes told, so that their probabilities can be compared with the published ones.
#pragma once

#include <functional>

#include "engine/search/makers.h"

namespace cairn::search {

// `pass_ended` is told where each pass over a path ends.
Made make_uniform_random(base::Rng rng, std::function<void(tree::SideId leaf)> pass_ended);

}  // namespace cairn::search

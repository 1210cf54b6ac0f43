// What came of a cell as JSON: how it is kept.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "cli/bench/experiment.h"

namespace cairn::bench {

nlohmann::ordered_json json_of(const Outcome& outcome);

// Throws what the JSON library throws when it is none.
Outcome outcome_from(const nlohmann::ordered_json& json);

}  // namespace cairn::bench

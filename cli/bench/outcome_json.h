// What came of a cell as JSON: how it is kept.
#pragma once

#include <optional>
#include <string>

#include "cli/bench/experiment.h"

namespace cairn::bench {

std::string to_json(const Outcome& outcome);

// Nothing when the text is none. What else an object says is passed over.
std::optional<Outcome> outcome_from_json(const std::string& text);

}  // namespace cairn::bench

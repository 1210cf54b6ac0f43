// Changed code first: open sides of branches in functions that differ from an earlier version, newest first, and only
// when there are none the strategy it wraps. What a version broke shows early, and nothing else is given up.
#pragma once

#include <memory>
#include <vector>

#include "engine/search/strategy.h"

namespace cairn::explore {

// `changed`: by number of function.
std::unique_ptr<search::Strategy> make_changed_first(std::unique_ptr<search::Strategy> inner,
                                                     std::vector<bool> changed);

}  // namespace cairn::explore

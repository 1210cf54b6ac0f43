// What --strategies names: strategies of cairn, with a depth ("bounded-dfs@14") and a pruner ("random-path:homi") if
// wanted, and other tools.
#pragma once

#include <string>
#include <vector>

#include "cli/bench/experiment.h"
#include "engine/base/result.h"

namespace cairn::bench {

std::vector<std::string> split(const std::string& text, char separator);

// Tools other than cairn that can take part.
const std::vector<std::string>& external_tools();

// "a,b@14,afl"; "all" stands for every strategy there is. Says which name is wrong.
base::Result<std::vector<Contender>> contenders_of(const std::string& text, bool external_allowed);

}  // namespace cairn::bench

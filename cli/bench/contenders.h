// What --strategies names: strategies of cairn, with a depth ("bounded-dfs@14") and a pruner ("random-path:homi") if
// wanted, and other tools. Names of strategies may hold colons themselves ("batching:random-path", "subpath:4"). Behind
// the last one, "rounds" stands for --rounds: rounds without pruning, to compare pruners with.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/bench/experiment.h"
#include "engine/base/result.h"

namespace cairn::bench {

inline constexpr std::string_view kRounds = "rounds";

std::vector<std::string> split(const std::string& text, char separator);

// Tools other than cairn that can take part.
const std::vector<std::string>& external_tools();

// "a,b@14,afl"; "all" stands for every strategy there is. The depth is that of strategies that name none. Says which
// name is wrong.
base::Result<std::vector<Contender>> contenders_of(const std::string& text, bool external_allowed,
                                                   std::optional<std::uint32_t> depth = {});

}  // namespace cairn::bench

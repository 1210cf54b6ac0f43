// The table of strategies: the command line, the documentation and the tests all read this one.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/base/rng.h"
#include "engine/search/strategy.h"

namespace cairn::search {

enum class Estimate : std::uint8_t { laplace, good_turing };

struct StrategyOptions {
  std::optional<std::uint32_t> depth{};   // --depth, for strategies that bound themselves; none: no bound
  std::optional<std::uint32_t> length{};  // the number behind the name's colon, where there is one
  Estimate estimate = Estimate::laplace;  // --estimate, for strategies that estimate probabilities
  bool mutates = true;                    // the loop can carry out Mutate and Burst
  // What a flip costs, in random runs, where that is known beforehand (simulated solvers); empty: to be learnt.
  std::function<double(tree::SideId)> cost{};
};

struct StrategyEntry {
  std::string_view name;
  std::string_view summary;  // one line
  std::string_view source;   // the paper or tool it is from
  std::string_view differs;  // from its source, and why
  std::unique_ptr<Strategy> (*make)(const StrategyOptions& options, base::Rng rng);
  bool complete = true;        // without bounds, ends with every feasible path found
  bool takes_length = false;   // name:number
  bool bounds_itself = false;  // counts --depth in a way of its own; for others the tree does
};

// Those with a name of their own.
std::span<const StrategyEntry> strategies();

// Null when there is none of that name.
const StrategyEntry* find_strategy(std::string_view name);

// What --strategy says: a name, or
//   a+b          a and b take turns, and so on for more
//   batching:s   stay with what s picked for a while; s may be a+b
//   onward:s     a flip that got through is followed by the same turn further down; likewise
//   name:number  a strategy that takes a length
// An error says what is wrong with it.
base::Result<std::unique_ptr<Strategy>> make_strategy(std::string_view text, const StrategyOptions& options,
                                                      base::Rng rng);

// How deep the tree is opened (tree::Options) with what --strategy and --depth say.
std::optional<std::uint32_t> depth_of_tree(std::string_view strategy, std::optional<std::uint32_t> depth);

// docs/strategies.md.
std::string strategies_document();

}  // namespace cairn::search

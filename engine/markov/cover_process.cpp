#include "engine/markov/cover_process.h"

#include <algorithm>
#include <bit>
#include <map>
#include <unordered_map>

namespace cairn::markov {
namespace {

constexpr std::size_t kMaxEntries = 20'000'000;  // outcomes of all states and actions
constexpr std::size_t kMaxRuns = 1'000'000;      // sets one action can cover

// What a run covers, and how probable that is.
using Runs = std::map<Cover, double>;

Cover bit(State state) { return Cover{1} << state; }

Cover cover_of(const Path& path) {
  Cover cover = 0;
  for (const State state : path) cover |= bit(state);
  return cover;
}

// The maximal runs from every state, successors first.
struct Continuations {
  const Chain& chain;
  std::vector<Runs> runs;

  explicit Continuations(const Chain& of) : chain(of), runs(of.size()) {}

  bool fill(State state) {  // false: too many
    if (!runs[state].empty()) return true;
    if (chain.sink(state)) runs[state][bit(state)] = 1;
    for (const Step& step : chain.steps(state)) {
      if (!fill(step.to)) return false;
      for (const auto& [cover, probability] : runs[step.to]) {
        runs[state][cover | bit(state)] += step.probability * probability;
      }
      if (runs[state].size() > kMaxRuns) return false;
    }
    return true;
  }
};

base::Error too_large() {
  return base::environment_error("the chain has too many covered sets for an exact optimum; try a smaller one");
}

// States found breadth-first, outcomes by index of discovery.
struct Found {
  std::vector<Cover> covers;
  std::vector<std::vector<Outcome>> outcomes;  // of state * actions + action, self-loops too
};

base::Result<Found> discover(const std::vector<Runs>& effects) {
  Found found{{0}, {}};
  std::unordered_map<Cover, std::uint32_t> index{{0, 0}};
  std::size_t entries = 0;
  for (std::size_t state = 0; state < found.covers.size(); ++state) {
    const Cover from = found.covers[state];
    for (const Runs& effect : effects) {
      std::map<std::uint32_t, double> merged;
      for (const auto& [cover, probability] : effect) {
        const auto [at, fresh] = index.try_emplace(from | cover, static_cast<std::uint32_t>(found.covers.size()));
        if (fresh) found.covers.push_back(from | cover);
        merged[at->second] += probability;
      }
      entries += merged.size();
      if (entries > kMaxEntries) return too_large();
      auto& outcomes = found.outcomes.emplace_back();
      for (const auto& [to, probability] : merged) outcomes.push_back({to, probability});
    }
  }
  return found;
}

}  // namespace

base::Result<CoverProcess> cover_process(const Chain& chain) {
  if (chain.size() > 64) return base::environment_error("an exact optimum is computed for chains of up to 64 states");
  if (!chain.acyclic()) return base::environment_error("an exact optimum is computed for chains without cycles");
  TRY(auto paths, simple_paths(chain, chain.initial()));
  Continuations continuations(chain);
  if (!continuations.fill(chain.initial())) return too_large();

  CoverProcess process;
  std::vector<Runs> effects{continuations.runs[chain.initial()]};
  process.actions.push_back({1, {}});
  Cover reachable = bit(chain.initial());
  for (Path& path : paths) {
    const Cover covered = cover_of(path);
    reachable |= covered;
    auto& effect = effects.emplace_back();
    for (const auto& [cover, probability] : continuations.runs[path.back()]) effect[cover | covered] += probability;
    const double cost = chain.cost(path);
    process.actions.push_back({cost, std::move(path)});
  }
  if (static_cast<std::size_t>(std::popcount(reachable)) != chain.size()) {
    return base::environment_error("some state of the chain cannot be reached, so it cannot be covered");
  }

  TRY(const Found found, discover(effects));
  std::vector<std::uint32_t> order(found.covers.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::sort(order, {}, [&](std::uint32_t i) { return std::pair(std::popcount(found.covers[i]), i); });
  std::vector<std::uint32_t> place(order.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) place[order[i]] = i;

  process.first.push_back(0);
  for (const std::uint32_t old : order) {
    process.states.push_back(found.covers[old]);
    for (std::size_t action = 0; action < effects.size(); ++action) {
      double stay = 0;
      for (const Outcome& outcome : found.outcomes[old * effects.size() + action]) {
        if (outcome.to == old) {
          stay = outcome.probability;
        } else {
          process.outcomes.push_back({place[outcome.to], outcome.probability});
        }
      }
      process.stay.push_back(stay);
      process.first.push_back(process.outcomes.size());
    }
  }
  return process;
}

}  // namespace cairn::markov

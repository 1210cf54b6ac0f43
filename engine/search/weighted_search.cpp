// Weighted random search (KLEE's nurs): an open side is picked with probability proportional to its weight.
//
// A side gets its weight when it is opened. Weights change later: coverage grows, branches are executed again. KLEE
// refreshes only the state it has just stepped. Here a picked side's weight is computed anew, and if it has become
// smaller it is accepted only with the ratio as probability: then the picks are as if all weights were fresh, as long
// as they only fall (all but depth do). After some refusals in a row the next one is taken as it comes.
#include "engine/search/weighted.h"
#include "engine/search/weights.h"

namespace cairn::search {

namespace {

constexpr int kRefusals = 16;
constexpr std::size_t kMostClosed = 4;  // with fewer of its sides open than one in so many, it begins anew with these

class WeightedSearch final : public Strategy {
 public:
  WeightedSearch(Weight weight, base::Rng rng) : weight_(weight), rng_(rng) {}

  Action propose(const View& view) override {
    update(view, nullptr);
    for (int refusals = 0; !sides_.empty();) {
      const tree::SideId side{sides_.pick(rng_)};
      if (!view.tree.open(side)) {
        sides_.set(side.value, 0);
        continue;
      }
      const double before = sides_.weight(side.value);
      const double now = weight_(statistics_.of(view, side));
      if (now != before) sides_.set(side.value, now);
      if (now >= before || refusals >= kRefusals || rng_.uniform() * before < now) return Flip{side};
      ++refusals;
    }
    return Done{};
  }

  void observe(const View& view, const Observation& seen) override {
    update(view, &seen);
    if (!seen.side.valid()) return;
    sides_.set(seen.side.value, reopened(view, seen) ? weight_(statistics_.of(view, seen.side)) : 0);
  }

  bool take_back(const View& view, std::span<const tree::SideId> sides) override {
    update(view, nullptr);
    fresh_.clear();
    std::span<const tree::SideId> back = sides;
    if (const auto open = view.tree.frontier(); open.size() < sides_.size() / kMostClosed) {
      sides_.clear();
      back = open;
    }
    for (const tree::SideId side : back) {  // those nobody picked while they were closed have their weight
      if (!(sides_.weight(side.value) > 0)) fresh_.emplace_back(side.value, weight_(statistics_.of(view, side)));
    }
    sides_.set(fresh_);
    fresh_ = {};  // there may have been tens of millions
    return true;
  }

 private:
  void update(const View& view, const Observation* seen) {
    statistics_.update(view, seen);
    fresh_.clear();
    opened_.new_sides(view.tree,
                      [&](tree::SideId side) { fresh_.emplace_back(side.value, weight_(statistics_.of(view, side))); });
    sides_.set(fresh_);
  }

  Weight weight_;
  base::Rng rng_;
  Statistics statistics_;
  Opened opened_;
  std::vector<std::pair<std::uint32_t, double>> fresh_;
  Weighted sides_;  // by side; sides that closed are found out when they are picked
};

}  // namespace

Made make_weighted_search(Weight weight, base::Rng rng) { return std::make_unique<WeightedSearch>(weight, rng); }

}  // namespace cairn::search

// Rare numbers of hits: of all open sides pick one that would make its branch go that way for the first, second, third,
// 4th to 7th, 8th to 15th ... time on one path, in its calling context, where fewest runs have done so.
//
// Programs compare strings byte by byte and repeat loops, and nothing in their source shows that a run got further than
// the one before. Hit counts do: fuzzers have kept inputs for new ones since AFL. Here they say beforehand what a flip
// would add, since the tree knows the path up to each open side. Flips that failed count too: what nothing can do so
// often is not to be tried at each place again.
#include <unordered_map>

#include "engine/base/hash.h"
#include "engine/program/hit_classes.h"
#include "engine/search/conditional.h"
#include "engine/search/makers.h"
#include "engine/search/opened.h"
#include "engine/search/rarest_first.h"

namespace cairn::search {

namespace {

using tree::NodeId;
using tree::SideId;

class Hits final : public Strategy {
 public:
  explicit Hits(base::Rng rng) : rng_(rng) {}

  Action propose(const View& view) override {
    update(view.tree);
    return sides_.propose(view.tree, rng_);
  }

  void observe(const View& view, const Observation& seen) override {
    update(view.tree);
    sides_.observe(view, seen, [&](SideId side) { return kind_anywhere(view.tree, side); });
  }

  bool take_back(const View& view, std::span<const SideId> sides) override {
    update(view.tree);
    sides_.take_back(view.tree, sides, [&](SideId side) { return kind_anywhere(view.tree, side); });
    return true;
  }

 private:
  // What is counted along a path.
  static std::uint64_t turn(const tree::Tree& tree, SideId side) {
    return base::combine(conditional_of(tree.node(tree.node_of(side))), tree.outcome(side));
  }

  // Of a side that continues the path that is followed.
  std::uint64_t kind_of(const tree::Tree& tree, SideId side) const {
    const std::uint64_t what = turn(tree, side);
    const auto before = turns_.find(what);
    return base::combine(what, program::hit_class(1 + (before == turns_.end() ? 0 : before->second)));
  }

  std::uint64_t kind_anywhere(const tree::Tree& tree, SideId side) {
    follow(tree, tree.node(tree.node_of(side)).parent);
    return kind_of(tree, side);
  }

  void update(const tree::Tree& tree) {
    opened_.new_nodes(tree, [&](NodeId node) {
      follow(tree, tree.node(node).parent);
      sides_.take_in(tree, node, [&](SideId side) { return kind_of(tree, side); });
    });
  }

  // Makes the path up to and including `end` the one that is followed. The nodes of a run come one below the other:
  // then this is one step.
  void follow(const tree::Tree& tree, SideId end) {
    if (end == followed_) return;
    const SideId before = end.valid() ? tree.node(tree.node_of(end)).parent : SideId{};
    if (!end.valid() || before != followed_ || !followed_.valid()) {
      turns_.clear();
      for (SideId side = before; side.valid(); side = tree.node(tree.node_of(side)).parent) ++turns_[turn(tree, side)];
    }
    if (end.valid()) ++turns_[turn(tree, end)];
    followed_ = end;
  }

  base::Rng rng_;
  Opened opened_;
  RarestFirst sides_;
  SideId followed_;  // the last side of the path
  std::unordered_map<std::uint64_t, std::uint32_t> turns_;
};

}  // namespace

Made make_hits(const StrategyOptions&, base::Rng rng) { return std::make_unique<Hits>(rng); }

}  // namespace cairn::search

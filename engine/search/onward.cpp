// Onward: a flip that got through is followed by the same turn of the same branch further down the new path.
//
// Programs compare words byte by byte and read numbers digit by digit: "count" is five flips, each of which must be
// picked among millions of open sides before the program shows anything new. Once a flip has made a byte match, the run
// stands before the next byte, at the same branch in the same calling context, and has gone the other way there: that
// side comes next, and so on until the word is whole. Fuzzers reach whole words by copying both sides of a comparison
// into the input (Aschermann et al., REDQUEEN, NDSS 2019); here the comparison may be any loop.
//
// What follows what is a pair of conditions. The more often a pair has been followed, the seldomer it is again: loops
// that go on for ever do not keep it, and what could not be had on one path (the word may have to end elsewhere) is
// tried on others.
#include <unordered_map>
#include <utility>

#include "engine/base/hash.h"
#include "engine/program/program.h"
#include "engine/search/makers.h"

namespace cairn::search {

namespace {

using tree::NodeId;
using tree::SideId;

constexpr std::uint32_t kOften = 4;  // after so many times a pair is followed every other time

class Onward final : public Strategy {
 public:
  Onward(Made inner, base::Rng rng) : inner_(std::move(inner)), rng_(rng) {}

  Action propose(const View& view) override {
    const SideId next = std::exchange(next_, SideId{});
    if (next.valid() && view.tree.open(next)) return Flip{next};
    return inner_->propose(view);
  }

  void observe(const View& view, const Observation& seen) override {
    inner_->observe(view, seen);
    if (seen.result != Result::arrived || !seen.leaf.valid()) return;
    const SideId next = same_turn_below(view, seen.side, seen.leaf);
    if (!next.valid()) return;
    std::uint32_t& followed = followed_[pair_of(view.tree, seen.side, next)];
    if (rng_.below(kOften + followed) >= kOften) return;
    ++followed;
    next_ = next;
  }

  bool take_back(const View& view, std::span<const SideId> sides) override { return inner_->take_back(view, sides); }

  [[nodiscard]] Findings findings() const override { return inner_->findings(); }

 private:
  // On the path from `side` to `leaf`, where the same conditional, called the same way, first went the other way and
  // can still be flipped; invalid: nowhere.
  static SideId same_turn_below(const View& view, SideId side, SideId leaf) {
    const tree::Tree& tree = view.tree;
    const NodeId top = tree.node_of(side);
    const std::uint32_t outcome = tree.outcome(side);
    SideId first;
    for (SideId at = leaf; at.valid() && tree.node_of(at) != top; at = tree.node(tree.node_of(at)).parent) {
      const NodeId node = tree.node_of(at);
      if (!same_conditional(view, tree.node(top), tree.node(node)) || tree.outcome(at) == outcome) continue;
      if (const SideId other = tree.side(node, outcome); tree.open(other)) first = other;
    }
    return first;
  }

  // An unrolled loop has several branches for one conditional of the source.
  static bool same_conditional(const View& view, const tree::Node& a, const tree::Node& b) {
    if (a.context != b.context || a.sides != b.sides || a.kind != b.kind) return false;
    if (a.branch == b.branch) return true;
    const program::SideId source = view.program.side_of(a.branch, 0);
    return source.valid() && source == view.program.side_of(b.branch, 0);
  }

  static std::uint64_t pair_of(const tree::Tree& tree, SideId first, SideId second) {
    const auto subject = [&](SideId side) { return tree.node(tree.node_of(side)).subject.value; };
    return base::combine(base::combine(subject(first), subject(second)), tree.outcome(first));
  }

  Made inner_;
  base::Rng rng_;
  SideId next_;
  std::unordered_map<std::uint64_t, std::uint32_t> followed_;  // by pair: how often
};

}  // namespace

Made make_onward(Made inner, base::Rng rng) { return std::make_unique<Onward>(std::move(inner), rng); }

}  // namespace cairn::search

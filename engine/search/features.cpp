#include "engine/search/features.h"

#include <algorithm>
#include <memory>

#include "engine/base/hash.h"
#include "engine/base/number_set.h"
#include "engine/program/program.h"

namespace cairn::search {

namespace {

using expr::Dag;
using expr::ExprId;
using expr::Op;

constexpr std::uint64_t kAnd = 1, kOr = 2;

// A piece of the input: bytes, or bits of them, whatever they were widened to.
std::optional<std::uint64_t> place_hash(const Dag& dag, ExprId id) {
  const expr::Node* node = &dag.node(id);
  while (node->op == Op::ZExt || node->op == Op::SExt) node = &dag.node(id = node->a);
  const bool part = node->op == Op::Extract && dag.node(node->a).op == Op::Input;
  if (node->op != Op::Input && !part) return std::nullopt;
  return dag.hash(id);
}

std::optional<std::uint64_t> equality_hash(const Dag& dag, ExprId a, ExprId b) {
  if (dag.constant_value(a)) std::swap(a, b);
  const auto value = dag.constant_value(b);
  const auto place = place_hash(dag, a);
  if (!value || !place) return std::nullopt;
  return base::combine(*place, static_cast<std::uint64_t>(*value));
}

// The hash of the formula the condition is, if it is in the language, or its negation when `truth` is false. `deep`: c
// and c, c or c may stand here.
std::optional<std::uint64_t> formula_hash(const Dag& dag, ExprId id, bool truth, bool deep) {
  const expr::Node& node = dag.node(id);
  if (node.width != 1) return std::nullopt;
  switch (node.op) {
    case Op::Xor:
      if (const auto value = dag.constant_value(node.b)) return formula_hash(dag, node.a, truth == (*value == 0), deep);
      return std::nullopt;
    case Op::Eq:
      return truth ? equality_hash(dag, node.a, node.b) : std::nullopt;
    case Op::Ne:
      return truth ? std::nullopt : equality_hash(dag, node.a, node.b);
    case Op::And:
    case Op::Or: {
      if (!deep) return std::nullopt;
      const auto a = formula_hash(dag, node.a, truth, false);
      const auto b = formula_hash(dag, node.b, truth, false);
      if (!a || !b) return std::nullopt;
      const std::uint64_t connective = (node.op == Op::And) == truth ? kAnd : kOr;
      return base::combine(base::combine(connective, std::min(*a, *b)), std::max(*a, *b));
    }
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<std::uint64_t> feature_hash(const View& view, tree::SideId side) {
  const tree::Node& node = view.tree.node(view.tree.node_of(side));
  const Dag& dag = view.tree.dag();
  const std::uint32_t outcome = view.tree.outcome(side);
  if (node.kind == trace::EventKind::Branch) return formula_hash(dag, node.subject, outcome == 0, true);
  if (node.kind != trace::EventKind::Switch) return std::nullopt;
  const auto cases = view.program.cases_of(node.branch);
  if (!cases || outcome >= cases->size()) return std::nullopt;
  const auto place = place_hash(dag, node.subject);
  if (!place) return std::nullopt;
  return base::combine(*place, (*cases)[outcome]);
}

Features::Features() { sets_.push_back({}); }

void Features::update(const View& view) {
  opened_.new_nodes(view.tree, [&](tree::NodeId id) {
    const tree::Node& node = view.tree.node(id);
    const FeatureSetId above = node.parent.valid() ? sets_of_[node.parent.value] : FeatureSetId{0};
    for (std::uint32_t outcome = 0; outcome < node.sides; ++outcome) {
      FeatureSetId set = above;
      if (const auto hash = feature_hash(view, view.tree.side(id, outcome))) {
        const FeatureId next{static_cast<std::uint32_t>(features_.size())};
        const auto [at, fresh] = by_hash_.try_emplace(*hash, next);
        if (fresh) features_.push_back({*hash, node.branch, outcome});
        set = with(above, at->second);
      }
      sets_of_.push_back(set);
    }
  });
}

FeatureSetId Features::with(FeatureSetId set, FeatureId feature) {
  const std::uint64_t key = std::uint64_t{set.value} << 32 | feature.value;
  if (const auto known = by_parts_.find(key); known != by_parts_.end()) return known->second;
  FeatureSetId result = set;
  if (!contains(set, feature)) {
    result = FeatureSetId{static_cast<std::uint32_t>(sets_.size())};
    sets_.push_back({set, feature});
  }
  by_parts_.emplace(key, result);
  return result;
}

bool Features::contains(FeatureSetId set, FeatureId feature) const {
  for (; set.value != 0; set = sets_[set.value].rest) {
    if (sets_[set.value].feature == feature) return true;
  }
  return false;
}

FeatureId Features::find(std::uint64_t hash) const {
  const auto at = by_hash_.find(hash);
  return at == by_hash_.end() ? FeatureId{} : at->second;
}

std::vector<FeatureId> Features::of(FeatureSetId set) const {
  std::vector<FeatureId> all;
  for (; set.value != 0; set = sets_[set.value].rest) all.push_back(sets_[set.value].feature);
  return all;
}

// The sets of the sides and those they are made of, the smaller ones first; without the empty one. Few beside all there
// are: most sets belong to sides that are closed.
std::vector<std::uint32_t> Features::sets_within(std::span<const tree::SideId> sides) const {
  base::NumberSet seen(sets_.size());
  for (const tree::SideId side : sides) {
    std::uint32_t set = set_of(side).value;
    while (set != 0 && seen.insert(set)) set = sets_[set].rest.value;
  }
  std::vector<std::uint32_t> within;
  seen.for_each([&](std::uint32_t set) { within.push_back(set); });
  return within;
}

std::vector<float> Features::scores(std::span<const tree::SideId> sides, std::span<const float> weights) const {
  const auto of_set = std::make_unique_for_overwrite<float[]>(sets_.size());
  of_set[0] = 0;
  for (const std::uint32_t set : sets_within(sides)) {
    const std::uint32_t feature = sets_[set].feature.value;
    of_set[set] = of_set[sets_[set].rest.value] + (feature < weights.size() ? weights[feature] : 0);
  }
  std::vector<float> scores;
  scores.reserve(sides.size());
  for (const tree::SideId side : sides) scores.push_back(of_set[set_of(side).value]);
  return scores;
}

std::vector<std::uint32_t> Features::counts(std::span<const tree::SideId> sides) const {
  const std::vector<std::uint32_t> within = sets_within(sides);
  const auto having = std::make_unique_for_overwrite<std::uint32_t[]>(sets_.size());  // sides that have a set
  having[0] = 0;
  for (const std::uint32_t set : within) having[set] = 0;
  for (const tree::SideId side : sides) ++having[set_of(side).value];
  std::vector<std::uint32_t> counts(features_.size(), 0);
  for (auto set = within.rbegin(); set != within.rend(); ++set) {
    having[sets_[*set].rest.value] += having[*set];
    counts[sets_[*set].feature.value] += having[*set];
  }
  return counts;
}

std::size_t Features::memory_bytes() const {
  return features_.capacity() * sizeof(Feature) + sets_.capacity() * sizeof(Set) +
         sets_of_.capacity() * sizeof(FeatureSetId) + (by_hash_.size() + by_parts_.size()) * 4 * sizeof(void*);
}

}  // namespace cairn::search

// Features of HOMI (Cha and Oh, ESEC/FSE 2020): conditions of a path that say that a piece of the input equals a
// constant, in the language c | c and c | c or c with c: value = constant.
//
// A side has a feature when the condition occurs on the path to it, itself included. Each side knows the set of its
// features by a number: a set is the set of the side above with one feature more, and equal sets are one. So no path is
// walked to score sides; a weight for each feature gives a score for each set in one pass over the sets they have.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/search/opened.h"

namespace cairn::search {

using FeatureId = base::Id<struct FeatureTag>;
using FeatureSetId = base::Id<struct FeatureSetTag>;

// The condition under which a step of the tree takes an outcome, if it is in the language: a hash over input bytes and
// constants, the same in every run.
[[nodiscard]] std::optional<std::uint64_t> feature_hash(const View& view, tree::SideId side);

class Features {
 public:
  struct Feature {
    std::uint64_t hash = 0;
    std::uint32_t branch = 0;  // where it was seen first
    std::uint32_t outcome = 0;
  };

  Features();

  // Takes in what is new in the tree.
  void update(const View& view);

  [[nodiscard]] std::size_t size() const { return features_.size(); }
  [[nodiscard]] const Feature& feature(FeatureId id) const { return features_[id.value]; }
  [[nodiscard]] FeatureId find(std::uint64_t hash) const;

  [[nodiscard]] FeatureSetId set_of(tree::SideId side) const { return sets_of_[side.value]; }
  // The features of a set, the last on the path first.
  [[nodiscard]] std::vector<FeatureId> of(FeatureSetId set) const;

  // Adds up the weights (by feature; missing ones are 0) of the features of each of the sides.
  [[nodiscard]] std::vector<float> scores(std::span<const tree::SideId> sides, std::span<const float> weights) const;
  // How many of the sides have each feature.
  [[nodiscard]] std::vector<std::uint32_t> counts(std::span<const tree::SideId> sides) const;

  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  struct Set {
    FeatureSetId rest;  // invalid: the empty set
    FeatureId feature;
  };
  FeatureSetId with(FeatureSetId set, FeatureId feature);
  [[nodiscard]] bool contains(FeatureSetId set, FeatureId feature) const;
  [[nodiscard]] std::vector<std::uint32_t> sets_within(std::span<const tree::SideId> sides) const;

  Opened opened_;
  std::vector<Feature> features_;
  std::unordered_map<std::uint64_t, FeatureId> by_hash_;
  std::vector<Set> sets_;  // [0] is the empty one; `rest` is smaller than the set
  std::unordered_map<std::uint64_t, FeatureSetId> by_parts_;
  std::vector<FeatureSetId> sets_of_;  // by side
};

}  // namespace cairn::search

// The tests of the rounds of pruning so far: runs that covered something first in their round. The good ones are what
// HOMI learns from, and what a round may start from (the idea of TopSeed: Cha, Lee, Lee, Oh).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_set>
#include <vector>

#include "engine/search/homi.h"

namespace cairn::search {

class RoundTests {
 public:
  void begin_round(const View& view);

  // Did the latest run cover something that no run of this round did?
  bool look(const View& view);
  // Then it is a test. `leaf`: where it ended.
  void add(FeatureSetId features, tree::SideId leaf, std::shared_ptr<const HomiPolicy> policy);

  // Finds the good ones anew. Of more than `most` tests only these are kept: they cover all that the others do.
  void find_good(std::size_t most);

  [[nodiscard]] const std::vector<HomiTest>& all() const { return tests_; }
  [[nodiscard]] const std::vector<std::size_t>& good() const { return good_; }

  // A good test with sides left along its path.
  struct Start {
    std::size_t test;
    std::unordered_set<tree::SideId> along;
  };
  // The one chosen least often so far, the newest of those.
  [[nodiscard]] std::optional<Start> find_start(const View& view);
  void choose(const Start& start) { ++chosen_[start.test]; }

 private:
  std::vector<HomiTest> tests_;
  std::vector<tree::SideId> leaves_;   // of the tests
  std::vector<std::uint32_t> chosen_;  // how often each was started from
  std::vector<std::size_t> good_;
  std::vector<std::uint32_t> latest_;  // what the latest run covered
  std::vector<bool> round_covered_;    // by side of the source
};

}  // namespace cairn::search

// What solving for a side will cost, predicted from the operations in its condition.
//
// Liu et al. fit the weights offline to solver times of other programs' constraints; here they are fitted online, by
// least squares without negative weights, to the steps the solvers took in this run. So they are right for this program
// and this solver, and the same seed gives the same weights. A random run is the unit.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/search/strategy.h"

namespace cairn::search {

class FlipCost {
 public:
  static constexpr std::size_t kFeatures = 12;
  using Features = std::array<float, kFeatures>;

  // What a query of so many steps of a complete solver cost, and running its answer.
  [[nodiscard]] static double of(std::uint64_t steps);

  // The cost of asking for the side and of running the answer.
  [[nodiscard]] double predict(const tree::Tree& tree, tree::SideId side);

  // Solving for the side took so many steps of a complete solver.
  void learn(const tree::Tree& tree, tree::SideId side, std::uint64_t steps);

  // Names and weights, in random runs for one operation each.
  [[nodiscard]] static std::array<std::string_view, kFeatures> names();
  [[nodiscard]] const std::array<double, kFeatures>& weights() const { return weights_; }
  [[nodiscard]] std::uint64_t learnt() const { return learnt_; }

 private:
  const Features& features(const tree::Tree& tree, tree::SideId side);
  void fit();

  std::array<std::array<double, kFeatures>, kFeatures> products_{};  // sums over what was seen: x x', and x y
  std::array<double, kFeatures> targets_{};
  std::array<double, kFeatures> weights_{};
  std::uint64_t learnt_ = 0;
  std::unordered_map<std::uint32_t, Features> known_;  // by subject of a node
  std::vector<expr::ExprId> work_, seen_;
};

}  // namespace cairn::search

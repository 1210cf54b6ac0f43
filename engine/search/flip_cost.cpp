#include "engine/search/flip_cost.h"

#include <algorithm>

namespace cairn::search {

namespace {

using expr::Op;

// Complete solvers do a million steps in about a second, a run takes about half a millisecond. A fixed rate, not a
// measured one: what is chosen must not depend on the clock.
constexpr double kStepsPerRun = 500;
constexpr double kAsking = 0.5;        // what a query costs that no complete solver sees
constexpr double kMost = 4000;         // one that ran into its limit twice says no more than that
constexpr std::size_t kLookedAt = 64;  // nodes of a condition: what is larger is counted as large as that
constexpr std::size_t kRemembered = 1 << 16;
constexpr double kRidge = 1;         // as if one operation of each kind had been seen that cost nothing
constexpr std::uint64_t kEvery = 8;  // answers between two fits
constexpr double kFade = 0.999;

enum Feature : std::size_t { one, equal, order, sum, product, division, bits, shift, choice, table, real, large };
constexpr std::array<std::string_view, FlipCost::kFeatures> kNames = {"query",   "equality", "order",   "sum",
                                                                      "product", "division", "bitwise", "shift",
                                                                      "choice",  "table",    "float",   "large"};

// No feature: leaves and changes of width cost nothing worth telling.
std::size_t feature_of(Op op) {
  switch (op) {
    case Op::Eq:
    case Op::Ne:
      return equal;
    case Op::Ult:
    case Op::Ule:
    case Op::Slt:
    case Op::Sle:
      return order;
    case Op::Add:
    case Op::Sub:
    case Op::UAddSat:
    case Op::SAddSat:
    case Op::USubSat:
    case Op::SSubSat:
    case Op::UAddO:
    case Op::SAddO:
    case Op::USubO:
    case Op::SSubO:
      return sum;
    case Op::Mul:
    case Op::UMulO:
    case Op::SMulO:
      return product;
    case Op::UDiv:
    case Op::SDiv:
    case Op::URem:
    case Op::SRem:
      return division;
    case Op::And:
    case Op::Or:
    case Op::Xor:
    case Op::Ctpop:
    case Op::Ctlz:
    case Op::Cttz:
    case Op::Bswap:
    case Op::BitReverse:
      return bits;
    case Op::Shl:
    case Op::LShr:
    case Op::AShr:
    case Op::Fshl:
    case Op::Fshr:
      return shift;
    case Op::Ite:
      return choice;
    case Op::TableRead:
      return table;
    default:
      return op >= Op::FAdd ? real : FlipCost::kFeatures;
  }
}

}  // namespace

std::array<std::string_view, FlipCost::kFeatures> FlipCost::names() { return kNames; }

const FlipCost::Features& FlipCost::features(const tree::Tree& tree, tree::SideId side) {
  const expr::ExprId subject = tree.node(tree.node_of(side)).subject;
  if (known_.size() >= kRemembered) known_.clear();
  const auto [at, fresh] = known_.try_emplace(subject.value);
  Features& features = at->second;
  if (!fresh) return features;
  features.fill(0);
  features[one] = 1;
  if (!subject.valid()) return features;
  work_.assign(1, subject);
  seen_.assign(1, subject);
  for (std::size_t next = 0; next < work_.size(); ++next) {
    const expr::Node& node = tree.dag().node(work_[next]);
    if (const std::size_t feature = feature_of(node.op); feature < kFeatures) ++features[feature];
    for (const expr::ExprId operand : {node.a, node.b, node.c}) {
      if (!operand.valid()) continue;
      if (work_.size() == kLookedAt) {
        features[large] = 1;
        break;
      }
      const auto place = std::ranges::lower_bound(seen_, operand);
      if (place != seen_.end() && *place == operand) continue;
      seen_.insert(place, operand);
      work_.push_back(operand);
    }
  }
  return features;
}

double FlipCost::of(std::uint64_t steps) {
  return 1 + kAsking + std::min(static_cast<double>(steps) / kStepsPerRun, kMost);
}

double FlipCost::predict(const tree::Tree& tree, tree::SideId side) {
  double cost = of(0);
  const Features& x = features(tree, side);
  for (std::size_t i = 0; i < kFeatures; ++i) cost += weights_[i] * static_cast<double>(x[i]);
  return cost;
}

void FlipCost::learn(const tree::Tree& tree, tree::SideId side, std::uint64_t steps) {
  const Features& x = features(tree, side);
  const double y = of(steps) - of(0);
  for (std::size_t i = 0; i < kFeatures; ++i) {
    targets_[i] = targets_[i] * kFade + static_cast<double>(x[i]) * y;
    for (std::size_t j = 0; j < kFeatures; ++j) {
      products_[i][j] = products_[i][j] * kFade + static_cast<double>(x[i] * x[j]);
    }
  }
  if (++learnt_ % kEvery == 1) fit();
}

// Coordinate descent with weights kept at zero or above; it starts from the last fit, so a few sweeps will do.
void FlipCost::fit() {
  constexpr int kSweeps = 10;
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    for (std::size_t i = 0; i < kFeatures; ++i) {
      double rest = targets_[i];
      for (std::size_t j = 0; j < kFeatures; ++j) {
        if (j != i) rest -= products_[i][j] * weights_[j];
      }
      weights_[i] = std::max(0.0, rest / (products_[i][i] + kRidge));
    }
  }
}

}  // namespace cairn::search

// Carries out what a pruner orders: closes and opens sides of the tree, has selection start over, and hands out the
// sides that are to yield their test. Writes OUT/pruning.json: the rounds, and what the learner believes.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "engine/base/result.h"
#include "engine/explore/parts.h"
#include "engine/search/pruner.h"

namespace cairn::explore {

class Pruning {
 public:
  // Tells the strategy what becomes of it, and which sides are open again.
  using Select = std::function<void(const search::View&, search::Selection, std::span<const tree::SideId>)>;

  Pruning(const Parts& parts, const search::PruneOptions& options, Select select);

  // Before each action: a side that is to be flipped at once, if there is one. It is open.
  std::optional<tree::SideId> next(double now);
  // The strategy has nothing left. True when something is open again that was pruned.
  bool reopened(double now);

  [[nodiscard]] std::vector<tree::SideId> pruned() const;
  // Pruning is over: everything is open again, and the strategy knows.
  void bring_back();

  void observe(const search::Observation& observation) { pruner_->observe(parts_.view(), observation); }
  base::Status write() const;

 private:
  void carry_out(const search::PruneOrders& orders);

  Parts parts_;
  Select select_;
  std::unique_ptr<search::Pruner> pruner_;
  std::deque<tree::SideId> flips_;
};

}  // namespace cairn::explore

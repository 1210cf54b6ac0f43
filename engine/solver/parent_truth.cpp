#include "engine/solver/parent_truth.h"

#include "engine/base/check.h"
#include "engine/expr/evaluate.h"

namespace cairn::solver {

void ParentTruth::turn_to(const expr::Assignment& parent) {
  if (parent == parent_) return;
  parent_ = parent;
  ++epoch_;
}

std::vector<std::uint32_t> ParentTruth::violated(const Query& query) {
  CHECK(query.parent != nullptr);
  turn_to(*query.parent);
  if (known_.size() < dag_.size()) known_.resize(dag_.size(), 0);

  std::vector<expr::ExprId> fresh;
  for (const expr::ExprId id : query.constraints)
    if (known_[id.value] < 2 * epoch_) fresh.push_back(id);
  if (!fresh.empty()) {
    expr::Evaluator evaluator(dag_, fresh);
    const auto values = evaluator.run(parent_);
    for (std::size_t i = 0; i < fresh.size(); ++i) known_[fresh[i].value] = 2 * epoch_ + (values[i] != 0 ? 1 : 0);
  }

  std::vector<std::uint32_t> result;
  for (std::uint32_t i = 0; i < query.constraints.size(); ++i)
    if (known_[query.constraints[i].value] == 2 * epoch_) result.push_back(i);
  return result;
}

}  // namespace cairn::solver

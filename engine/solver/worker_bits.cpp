// cairn-solve-bits: our own bit-blaster onto CaDiCaL (Biere et al.) as a program; what surrounds it: worker_serve.h.
//
// Circuits and learnt clauses are kept from query to query: constraints are assumed, never asserted, and the ones an
// unsat answer failed on are its core. Steps are conflicts, each as dear as the clauses are many.
#include <cadical.hpp>
#include <limits>
#include <memory>
#include <new>
#include <stdexcept>
#include <unordered_set>

#include "engine/expr/id_map.h"
#include "engine/expr/serialize.h"
#include "engine/expr/support.h"
#include "engine/solver/answers.h"
#include "engine/solver/bitblast.h"
#include "engine/solver/worker_serve.h"

namespace cairn::solver {
namespace {

// A satisfying assignment covers the circuits of all queries so far, so a session must not grow old. Measured on 200
// small queries: 25 ms each with sessions of 200,000 variables, 4 ms with 4,000.
constexpr unsigned kQueriesPerSession = 1000;
constexpr int kVariablesPerSession = 4'000;
// Measured: a conflict takes 30 µs and 4 ns for each clause there is, making a clause 1 µs; a step of Z3 takes 1 µs.
constexpr std::uint64_t kStepsPerConflict = 30, kClausesPerStep = 240;
constexpr std::uint64_t kFewestConflicts = 20;
constexpr std::uint64_t kGatesPerStep = 8;  // clauses that are made and thrown away

class Counter final : public CaDiCaL::Learner {
 public:
  bool learning(int) override {
    ++learnt;
    return false;  // the clause itself is of no interest
  }
  void learn(int) override {}

  std::uint64_t learnt = 0;
};

// There are more clauses than steps.
struct TooLarge final : std::exception {};

class BitsSession final : public Session {
 public:
  BitsSession()
      : gates_([this](std::span<const Literal> clause) {
          if (++clauses_ > most_clauses_) throw TooLarge();
          pending_.insert(pending_.end(), clause.begin(), clause.end());
          pending_.push_back(0);
        }),
        blaster_(dag_, gates_) {
    solver_.connect_learner(&counter_);
  }
  ~BitsSession() override { solver_.disconnect_learner(); }
  BitsSession(const BitsSession&) = delete;
  BitsSession& operator=(const BitsSession&) = delete;

  // Throws NoCircuit and std::bad_alloc; then the session is of no more use.
  wire::Reply solve(const wire::Request& request) override {
    ++queries_;
    clauses_ = 0;
    most_clauses_ = request.step_limit != 0 ? request.step_limit : kNoLimit;
    auto constraints = expr::deserialize(dag_, request.query);
    if (!constraints.ok()) return unknown_reply(constraints.error().message);
    std::vector<Literal> assumed;
    try {
      for (const expr::ExprId id : *constraints) assumed.push_back(blaster_.condition(id));
    } catch (const TooLarge&) {
      unfinished_ = true;
      wire::Reply reply;
      reply.limit = Limit::size;
      reply.steps = clauses_ / kGatesPerStep;
      return reply;
    }
    for (const Literal literal : pending_) solver_.add(literal);
    pending_.clear();
    for (const Literal literal : assumed) solver_.assume(literal);
    const std::uint64_t conflict_steps =
        kStepsPerConflict + static_cast<std::uint64_t>(solver_.irredundant()) / kClausesPerStep;
    if (request.step_limit != 0)
      solver_.limit("conflicts", clamp(std::max((request.step_limit - clauses_) / conflict_steps, kFewestConflicts)));

    const std::uint64_t before = counter_.learnt;
    const int status = solver_.solve();
    wire::Reply reply;
    if (status == 10) {
      reply.verdict = Verdict::sat;
      read_values(*constraints, reply);
    } else if (status == 20) {
      reply.verdict = Verdict::unsat;
      for (std::uint32_t i = 0; i < assumed.size(); ++i)
        if (solver_.failed(assumed[i])) reply.core.push_back(i);
    } else {
      reply.limit = Limit::steps;
    }
    reply.steps = clauses_ + (counter_.learnt - before) * conflict_steps;
    return reply;
  }

  [[nodiscard]] bool used_up() const override {
    return unfinished_ || queries_ >= kQueriesPerSession || gates_.variables() >= kVariablesPerSession;
  }

 private:
  static int clamp(std::uint64_t steps) {
    return static_cast<int>(std::min<std::uint64_t>(steps, std::numeric_limits<int>::max()));
  }

  void read_values(const std::vector<expr::ExprId>& constraints, wire::Reply& reply) {
    expr::Supports supports(dag_);
    std::unordered_set<expr::ByteId> done;
    for (const expr::ExprId id : constraints)
      for (const expr::ByteId byte : supports.of(id)) {
        if (!done.insert(byte).second) continue;
        unsigned value = 0;
        for (unsigned i = 0; i < 8; ++i)
          if (solver_.val(blaster_.byte(byte)[i]) > 0) value |= 1u << i;
        reply.values.emplace_back(byte.value, static_cast<std::uint8_t>(value));
      }
  }

  static constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

  std::uint64_t clauses_ = 0, most_clauses_ = kNoLimit;  // of this query
  std::vector<Literal> pending_;  // its clauses; the solver gets them when it is clear that they are not too many
  CaDiCaL::Solver solver_;
  Counter counter_;
  expr::Dag dag_;
  Gates gates_;
  Bitblaster blaster_;
  unsigned queries_ = 0;
  bool unfinished_ = false;  // a circuit was left half made
};

}  // namespace
}  // namespace cairn::solver

int main(int argc, char** argv) {
  using namespace cairn::solver;
  return serve(argc, argv, {.make_session = [] { return std::make_unique<BitsSession>(); }});
}

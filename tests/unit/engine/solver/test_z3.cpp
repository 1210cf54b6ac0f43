// The Z3 worker against brute force, operation by operation, and the limits around it.
#include <gtest/gtest.h>
#include <signal.h>

#include <fstream>
#include <thread>

#include "engine/solver/process_backend.h"
#include "tests/unit/engine/solver/testing.h"

namespace cairn::solver {
namespace {

using namespace testing;

class Z3Test : public ::testing::Test {
 protected:
  // No limits here: a slow machine is not a wrong answer.
  Z3Test() {
    options.step_limit = 0;
    options.wall_milliseconds = 600'000;
  }
  Answer ask(const std::vector<ExprId>& constraints) {
    if (solver == nullptr) solver = make_process_backend(context, dag, options);
    return solver->solve({constraints, &parent});
  }
  // Z3 and brute force over bytes 0 and 1 agree.
  void compare(const std::vector<ExprId>& constraints, const std::string& what) {
    const Answer answer = ask(constraints);
    const bool expected = satisfiable(dag, constraints, 2);
    ++(expected ? seen_sat : seen_unsat);
    ASSERT_EQ(answer.verdict, expected ? Verdict::sat : Verdict::unsat) << what << ": " << answer.reason;
    if (expected) {
      ASSERT_TRUE(satisfies(dag, constraints, answer.assignment)) << what;
    } else {
      std::vector<ExprId> core;
      for (const std::uint32_t index : answer.core) core.push_back(constraints.at(index));
      ASSERT_FALSE(satisfiable(dag, core, 2)) << what << ": the core";
    }
  }
  // `width` bits that depend on one byte. Without `plain` they may be mixed, so that all of them do.
  ExprId spread(std::uint32_t byte, unsigned width, bool plain = false) {
    const ExprId input = dag.input(ByteId(byte), 1);
    if (width <= 8) return width == 8 ? input : dag.extract(input, rng.coin() ? 8 - width : 0, width);
    const ExprId wide = dag.make(rng.coin() ? Op::ZExt : Op::SExt, width, input);
    switch (plain ? 0 : rng.below(4)) {
      case 0:
        return wide;
      case 1:
        if (width > 32) return wide;
        return dag.make(Op::Mul, width, wide, dag.constant(rng.next() | 1, width));
      case 2:
        return dag.make(Op::Shl, width, wide, dag.constant(rng.below(width), width));
      default:
        return dag.make(Op::Xor, width, wide, dag.constant(random_constant(), width));
    }
  }
  expr::u128 random_constant() { return (expr::u128{rng.next()} << 64) | rng.next(); }
  // A number that is not too strange, from one byte.
  ExprId spread_float(std::uint32_t byte, unsigned width) {
    const ExprId input = dag.input(ByteId(byte), 1);
    switch (rng.below(3)) {
      case 0:
        return dag.make(rng.coin() ? Op::SIToF : Op::UIToF, width, input);
      // The byte as sign and exponent: infinities, NaN, zeros and huge numbers.
      case 1:
        return dag.make(Op::Shl, width, dag.make(Op::ZExt, width, input), dag.constant(width - 8, width));
      // Between 1 and 2 or so, a few of the low bits too.
      default:
        return dag.make(Op::Xor, width, dag.make(Op::ZExt, width, input),
                        width == 32 ? dag.constant(0x3f800000 + (rng.next() >> 41), 32)
                                    : dag.constant(0x3ff0000000000000 + (rng.next() >> 12), 64));
    }
  }
  // What the expression is for some bytes: a value that can be reached.
  expr::u128 reachable(ExprId id) {
    expr::Assignment assignment;
    assignment.set(ByteId(0), static_cast<std::uint8_t>(rng.next()));
    assignment.set(ByteId(1), static_cast<std::uint8_t>(rng.next()));
    return expr::evaluate(dag, id, assignment);
  }
  // Constraints about `id` that are sometimes satisfiable.
  std::vector<ExprId> ask_about(ExprId id) {
    const unsigned width = dag.width(id);
    std::vector<ExprId> constraints;
    if (rng.coin())
      constraints.push_back(dag.make(Op::Ult, 1, dag.input(ByteId(0), 1), dag.constant(1 + rng.below(60), 8)));
    if (rng.coin())
      constraints.push_back(dag.make(Op::Ult, 1, dag.constant(200 + rng.below(50), 8), dag.input(ByteId(1), 1)));
    const ExprId value = dag.constant(reachable(id) + (rng.below(4) == 0 ? 1 : 0), width);
    constraints.push_back(width == 1 ? (rng.coin() ? id : dag.negate(id)) : dag.equal(id, value));
    return constraints;
  }

  base::Context context{1};
  base::Rng rng{2024};
  Dag dag;
  expr::Assignment parent;
  ProcessOptions options;
  std::unique_ptr<Solver> solver;
  int seen_sat = 0, seen_unsat = 0;
};

TEST_F(Z3Test, EveryIntegerOperation) {
  const unsigned widths[] = {1, 3, 8, 16, 32, 64, 128};
  for (unsigned op_index = 0; op_index < CAIRN_OP_COUNT; ++op_index) {
    const Op op = static_cast<Op>(op_index);
    const expr::OpInfo& info = expr::info(op);
    if (info.cls == expr::OpClass::leaf || op >= Op::FAdd || op == Op::TableRead) continue;
    for (const unsigned width : widths) {
      if (op == Op::Bswap && width % 16 != 0) continue;
      for (int round = 0; round < 4; ++round) {
        // Bit-blasting has a hard time with wide division (x / x == 2 takes minutes at 128 bits) and with products of
        // products: there, one operand is a constant.
        const bool plain = width > 16 && ((op >= Op::Mul && op <= Op::SRem) || op == Op::UMulO || op == Op::SMulO);
        const ExprId a = spread(0, width, plain);
        const ExprId b = plain ? dag.constant(rng.below(4) == 0 ? random_constant() : rng.below(100), width)
                               : spread(rng.coin() ? 1 : 0, width);
        ExprId id;
        if (op == Op::Extract)
          id = dag.extract(a, static_cast<unsigned>(rng.below(width)), 1);
        else if (op == Op::Concat)
          id = width > 64 ? dag.make(op, 128, spread(0, 50), spread(1, 78)) : dag.make(op, 2 * width, a, b);
        else if (op == Op::ZExt || op == Op::SExt)
          id = width == 128 ? dag.make(op, 128, spread(0, 8)) : dag.make(op, width + 5, a);
        else if (op == Op::Ite)
          id = dag.make(op, width, dag.make(Op::Ult, 1, spread(0, 8), spread(1, 8)), a, b);
        else if (expr::arity(op) == 3)
          id = dag.make(op, width, a, b, spread(0, width));
        else if (expr::arity(op) == 2)
          id = dag.make(op, info.cls == expr::OpClass::cmp ? 1 : width, a, b);
        else
          id = dag.make(op, width, a);
        compare(ask_about(id), std::string(info.name) + " " + std::to_string(width));
        if (HasFatalFailure()) return;
      }
    }
  }
  EXPECT_GT(seen_sat, 100);
  EXPECT_GT(seen_unsat, 100);
}

TEST_F(Z3Test, EveryFloatOperation) {
  for (unsigned op_index = static_cast<unsigned>(Op::FAdd); op_index < CAIRN_OP_COUNT; ++op_index) {
    const Op op = static_cast<Op>(op_index);
    const expr::OpInfo& info = expr::info(op);
    if (expr::library_function(op)) continue;
    for (const unsigned width : {32u, 64u}) {
      for (int round = 0; round < (width == 64 ? 2 : 4); ++round) {
        const ExprId a = spread_float(0, width);
        // Two symbolic doubles are as hard as wide integers; two symbolic floats are not.
        const bool hard = width == 64 && (op == Op::FDiv || op == Op::FMul || op == Op::Fma);
        const ExprId b = hard ? dag.constant(0x4000000000000000 + ((rng.next() >> 48) << 36), 64)
                              : spread_float(rng.coin() ? 1 : 0, width);
        static constexpr unsigned kIntegers[] = {8, 16, 17, 32, 33, 64};
        const unsigned integer = kIntegers[rng.below(std::size(kIntegers))];
        ExprId id;
        if (op == Op::FToF)
          id = dag.make(op, 96 - width, a);
        else if (op == Op::FToSI || op == Op::FToUI)
          id = dag.make(op, integer, a);
        else if (op == Op::SIToF || op == Op::UIToF)
          id = dag.make(op, width, spread(0, integer));
        else if (expr::arity(op) == 3)
          id = dag.make(op, width, a, b, spread_float(0, width));
        else if (expr::arity(op) == 2)
          id = dag.make(op, info.cls == expr::OpClass::cmp ? 1 : width, a, b);
        else
          id = dag.make(op, width, a);
        std::vector<ExprId> constraints = ask_about(id);
        // The bits of a NaN and the sign of min(+0, -0) are nobody's business: stay away from them.
        if (info.cls != expr::OpClass::cmp && op != Op::FToSI && op != Op::FToUI) {
          const unsigned result = dag.width(id);
          constraints.push_back(dag.make(Op::FOrd, 1, id, id));
          constraints.push_back(dag.negate(dag.make(Op::FEq, 1, id, dag.constant(0, result))));
        }
        compare(constraints, std::string(info.name) + " " + std::to_string(width));
        if (HasFatalFailure()) return;
      }
    }
  }
  EXPECT_GT(seen_sat, 20);
  EXPECT_GT(seen_unsat, 20);
}

// The processor decides which NaN comes out of an operation: no two of them are proved to be the same, and min and max
// may return a signalling one. A NaN it is, all the same.
TEST_F(Z3Test, ComputedNaNsMayHaveAnyBits) {
  const auto word = [&](std::uint32_t byte) { return dag.input(ByteId(byte), 4); };
  const auto number = [&](std::uint32_t bits) { return dag.constant(bits, 32); };
  const auto is_nan = [&](ExprId id) { return dag.negate(dag.make(Op::FOrd, 1, id, id)); };
  const auto negative = [&](ExprId id) { return dag.extract(id, 31, 1); };
  const ExprId x = dag.make(Op::FAdd, 32, word(0), number(0x3f800000)),
               y = dag.make(Op::FAdd, 32, word(4), number(0x3f800000));
  EXPECT_EQ(ask({is_nan(x), is_nan(y), dag.negate(dag.equal(x, y))}).verdict, Verdict::sat);
  EXPECT_EQ(ask({is_nan(x), is_nan(y), negative(x), dag.negate(negative(y))}).verdict, Verdict::sat);
  EXPECT_EQ(ask({is_nan(x), dag.equal(x, number(0x7f800000))}).verdict, Verdict::unsat);

  const ExprId least = dag.make(Op::FMin, 32, word(0), word(4));
  const std::vector<ExprId> signalling = {dag.equal(word(0), number(0x7fa00001)),
                                          dag.equal(word(4), number(0x7fa00001)), dag.equal(least, number(0x7fa00001))};
  EXPECT_EQ(ask(signalling).verdict, Verdict::sat);
}

// What the C library computes no solver knows: neither satisfiable nor, where it cannot be, infeasible.
TEST_F(Z3Test, FunctionsOfTheLibraryAreUnknown) {
  const ExprId a = dag.make(Op::UIToF, 64, dag.input(ByteId(0), 1));
  const ExprId b = dag.make(Op::UIToF, 64, dag.input(ByteId(1), 1));
  const ExprId three = dag.make(Op::UIToF, 64, dag.constant(3, 8));
  int functions = 0;
  for (unsigned code = 0; code < CAIRN_OP_COUNT; ++code) {
    const Op op = static_cast<Op>(code);
    if (!expr::library_function(op)) continue;
    ++functions;
    const ExprId result = op == Op::FExponent    ? dag.make(op, 32, a)
                          : expr::arity(op) == 1 ? dag.make(op, 64, a)
                                                 : dag.make(op, 64, a, b);
    const ExprId condition = op == Op::FExponent ? dag.equal(result, dag.constant(9999, 32))
                                                 : dag.make(Op::FLt, 1, dag.make(Op::FMul, 64, result, result), three);
    for (const ExprId asked : {condition, dag.negate(condition)}) {
      const Answer answer = ask({asked});
      EXPECT_EQ(answer.verdict, Verdict::unknown) << expr::info(op).name;
      EXPECT_EQ(answer.reason, "float operation");
    }
  }
  EXPECT_GT(functions, 30);
  compare({dag.equal(dag.input(ByteId(0), 1), dag.constant(3, 8))}, "after an unsupported query");
}

TEST_F(Z3Test, Tables) {
  for (const unsigned size : {1u, 2u, 7u, 64u, 200u}) {
    for (const bool labelled : {false, true}) {
      expr::Table table;
      for (unsigned i = 0; i < size; ++i) table.bytes.push_back(static_cast<std::uint8_t>(rng.next()));
      if (labelled) {
        table.exprs.resize(size);
        for (unsigned i = 0; i < size; i += 3)
          table.exprs[i] = dag.make(Op::Add, 8, dag.input(ByteId(1), 1), dag.constant(i, 8));
      }
      const expr::TableId id = dag.table(table);
      for (const unsigned width : {8u, 32u, 64u}) {
        for (const unsigned scale : {1u, 4u}) {
          const ExprId offset =
              dag.make(Op::Mul, 64, dag.make(Op::ZExt, 64, dag.input(ByteId(0), 1)), dag.constant(scale, 64));
          compare(ask_about(dag.table_read(id, offset, width)), "table of " + std::to_string(size));
          if (HasFatalFailure()) return;
        }
      }
    }
  }
  EXPECT_GT(seen_sat, 5);
  EXPECT_GT(seen_unsat, 5);
}

TEST_F(Z3Test, RandomConjunctions) {
  RandomExpressions random(dag, rng);
  for (int round = 0; round < 60; ++round) {
    std::vector<ExprId> constraints;
    for (std::uint64_t i = 0, count = 1 + rng.below(5); i < count; ++i) constraints.push_back(random.condition(2));
    compare(constraints, "round " + std::to_string(round));
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(seen_sat, 5);
  EXPECT_GT(seen_unsat, 5);
}

TEST_F(Z3Test, WithoutCoresTheWholeQueryIsTheCore) {
  options.cores = false;
  const ExprId a = dag.input(ByteId(0), 1);
  const auto answer = ask({dag.equal(dag.input(ByteId(1), 1), dag.constant(1, 8)), dag.equal(a, dag.constant(1, 8)),
                           dag.equal(a, dag.constant(2, 8))});
  EXPECT_EQ(answer.verdict, Verdict::unsat);
  EXPECT_EQ(answer.core, (std::vector<std::uint32_t>{0, 1, 2}));
}

TEST_F(Z3Test, CoresLeaveOutWhatIsNotNeeded) {
  const ExprId a = dag.input(ByteId(0), 1);
  const auto answer = ask({dag.equal(dag.input(ByteId(1), 1), dag.constant(1, 8)), dag.equal(a, dag.constant(1, 8)),
                           dag.equal(a, dag.constant(2, 8))});
  EXPECT_EQ(answer.verdict, Verdict::unsat);
  EXPECT_EQ(answer.core, (std::vector<std::uint32_t>{1, 2}));
}

// ---- Limits ----

class LimitTest : public Z3Test {
 protected:
  // The factors of a product of two 32-bit primes.
  std::vector<ExprId> hard_query() {
    const ExprId p = dag.make(Op::ZExt, 64, dag.input(ByteId(0), 4)),
                 q = dag.make(Op::ZExt, 64, dag.input(ByteId(4), 4));
    const ExprId one = dag.constant(1, 64);
    return {dag.make(Op::Ult, 1, one, p), dag.make(Op::Ult, 1, p, q),
            dag.equal(dag.make(Op::Mul, 64, p, q), dag.constant(4294967291ull * 4294967279ull, 64))};
  }
  std::vector<ExprId> easy_query() { return {dag.equal(dag.input(ByteId(0), 1), dag.constant(42, 8))}; }
  // The worker is our only child.
  static std::vector<pid_t> children() {
    std::vector<pid_t> found;
    std::ifstream list("/proc/self/task/" + std::to_string(getpid()) + "/children");
    for (pid_t pid; list >> pid;) found.push_back(pid);
    return found;
  }
  std::uint64_t counter(const char* name) { return context.stats.counter(name); }
};

TEST_F(LimitTest, AHangingQueryEndsAtTheWall) {
  options.step_limit = 0;
  options.wall_milliseconds = 300;
  const Answer hard = ask(hard_query());
  EXPECT_EQ(hard.verdict, Verdict::unknown);
  EXPECT_EQ(hard.reason, "wall-clock limit");
  EXPECT_EQ(counter("solver.killed"), 1u);
  solver.reset();
  options.wall_milliseconds = 60'000;
  EXPECT_EQ(ask(easy_query()).verdict, Verdict::sat);
}

TEST_F(LimitTest, TheSameSolverGoesOnAfterAKill) {
  options.step_limit = 0;
  options.wall_milliseconds = 2000;
  EXPECT_EQ(ask(hard_query()).verdict, Verdict::unknown);
  EXPECT_EQ(ask(easy_query()).verdict, Verdict::sat);
  EXPECT_EQ(counter("solver.complete_calls"), 2u);
}

TEST_F(LimitTest, StepsAreCountedAndLimited) {
  options.step_limit = 200'000;
  options.wall_milliseconds = 60'000;
  const Answer hard = ask(hard_query());
  EXPECT_EQ(hard.verdict, Verdict::unknown);
  EXPECT_EQ(hard.reason, "step limit");
  EXPECT_GE(hard.steps, options.step_limit);
  const Answer easy = ask(easy_query());
  EXPECT_EQ(easy.verdict, Verdict::sat);
  EXPECT_GT(easy.steps, 0u);
  EXPECT_LT(easy.steps, hard.steps);
  EXPECT_EQ(counter("solver.killed"), 0u);
  EXPECT_EQ(counter("solver.crashed"), 0u);
}

TEST_F(LimitTest, MemoryIsLimited) {
  options.step_limit = 0;
  options.wall_milliseconds = 60'000;
  options.memory_bytes = 128ull << 20;
  // A 128-bit division of products: hundreds of thousands of clauses a constraint.
  std::vector<ExprId> constraints;
  for (std::uint32_t i = 0; i < 40; ++i) {
    const ExprId x = dag.input(ByteId(32 * i), 16), y = dag.input(ByteId(32 * i + 16), 16);
    constraints.push_back(dag.make(Op::Ult, 1, dag.make(Op::UDiv, 128, dag.make(Op::Mul, 128, x, y), x), y));
  }
  const Answer hungry = ask(constraints);
  EXPECT_EQ(hungry.verdict, Verdict::unknown);
  EXPECT_EQ(counter("solver.killed"), 0u) << hungry.reason;
  EXPECT_EQ(ask(easy_query()).verdict, Verdict::sat);
}

TEST_F(LimitTest, AKilledWorkerIsReplaced) {
  ASSERT_EQ(ask(easy_query()).verdict, Verdict::sat);
  const auto workers = children();
  ASSERT_EQ(workers.size(), 1u);
  kill(workers[0], SIGKILL);
  // The death may come before the query is sent, or while it is.
  const Answer lost = ask(easy_query());
  EXPECT_EQ(lost.verdict, Verdict::unknown);
  EXPECT_EQ(counter("solver.crashed"), 1u);
  EXPECT_EQ(ask(easy_query()).verdict, Verdict::sat);
  ASSERT_EQ(children().size(), 1u);
  EXPECT_NE(children()[0], workers[0]);
}

TEST_F(LimitTest, TheWorkerGoesWithTheSolver) {
  ASSERT_EQ(ask(easy_query()).verdict, Verdict::sat);
  solver.reset();
  EXPECT_TRUE(children().empty());
}

TEST_F(LimitTest, TheWishToStopEndsAQuery) {
  options.step_limit = 0;
  options.wall_milliseconds = 600'000;
  std::thread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    context.stop = true;
  });
  const Answer answer = ask(hard_query());
  stopper.join();
  EXPECT_EQ(answer.verdict, Verdict::unknown);
  EXPECT_EQ(answer.reason, "stopped");
}

TEST_F(LimitTest, WhenTheTimeIsUsedUpAQueryEndsThoughItsLimitIsFar) {
  options.step_limit = 0;
  options.wall_milliseconds = 600'000;
  context.deadline = base::Context::Clock::now() + std::chrono::milliseconds(200);
  EXPECT_EQ(ask(hard_query()).reason, "stopped");
  EXPECT_EQ(counter("solver.killed"), 0u);
  context.deadline = base::Context::Clock::time_point::max();
  EXPECT_EQ(ask(easy_query()).verdict, Verdict::sat);
}

TEST_F(LimitTest, AMissingWorkerIsSaid) {
  options.worker = "/";
  EXPECT_FALSE(find_worker(options).ok()) << "a folder cannot be run";
  options.worker = "/nonexistent/solver";
  EXPECT_FALSE(find_worker(options).ok());
  const Answer answer = ask(easy_query());
  EXPECT_EQ(answer.verdict, Verdict::unknown);
  EXPECT_NE(answer.reason.find("/nonexistent/solver"), std::string::npos);
}

TEST_F(LimitTest, AWorkerThatTalksNonsenseIsACrash) {
  options.worker = "/bin/false";
  EXPECT_EQ(ask(easy_query()).verdict, Verdict::unknown);
  EXPECT_EQ(counter("solver.crashed"), 1u);
}

}  // namespace
}  // namespace cairn::solver

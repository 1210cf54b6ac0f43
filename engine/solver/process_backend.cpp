#include "engine/solver/process_backend.h"

#include <unistd.h>

#include <algorithm>
#include <system_error>

#include "engine/base/check.h"
#include "engine/base/programs.h"
#include "engine/expr/serialize.h"
#include "engine/solver/answers.h"
#include "engine/solver/wire.h"
#include "engine/solver/worker_process.h"

namespace cairn::solver {
namespace {

class ProcessBackend final : public Solver {
 public:
  ProcessBackend(base::Context& context, const expr::Dag& dag, ProcessOptions options)
      : context_(context),
        dag_(dag),
        options_(std::move(options)),
        calls_(context.stats.counter("solver.complete_calls")),
        conditions_(context.stats.counter("solver.complete_conditions")),
        largest_(context.stats.counter("solver.complete_largest")),
        killed_(context.stats.counter("solver.killed")),
        own_calls_(context.stats.counter("solver." + short_name(options_.program) + ".asked")),
        own_answered_(context.stats.counter("solver." + short_name(options_.program) + ".answered")),
        crashed_(context.stats.counter("solver.crashed")),
        seconds_(context.stats.gauge("solver." + short_name(options_.program) + ".seconds")) {}

  Answer solve(const Query& query) override {
    ++calls_;
    conditions_ += query.constraints.size();
    largest_ = std::max<std::uint64_t>(largest_, query.constraints.size());
    ++own_calls_;
    const auto start = base::Context::Clock::now();
    Answer answer = ask(query, deadline_for(query, options_.wall_milliseconds, start, context_));
    seconds_ += std::chrono::duration<double>(base::Context::Clock::now() - start).count();
    if (answer.verdict != Verdict::unknown) ++own_answered_;
    return answer;
  }

 private:
  Answer ask(const Query& query, WorkerProcess::Deadline deadline) {
    wire::Request request{steps_for(query, options_.step_limit), options_.cores,
                          expr::serialize(dag_, query.constraints)};
    if (request.query.size() >= wire::kLargestBody) return unknown("query too large");
    if (worker_ == nullptr)
      if (auto started = start(); !started.ok()) {
        ++crashed_;
        return unknown(started.error().message);
      }
    const auto exchange = worker_->exchange(wire::encode(request), deadline, [&] { return context_.over(); });
    // What was killed could not say how far it had come; by the clock, farther than its limit.
    if (exchange.failure) return fail(*exchange.failure, std::max(request.step_limit, kStepsOfKilled));
    const auto reply = wire::decode_reply(exchange.reply);
    if (!reply || !sensible(query, *reply)) return fail(WorkerProcess::Failure::ended, 0);
    return read(query, *reply);
  }

  static constexpr std::uint64_t kStepsOfKilled = 1'000'000;

  // cairn-solve-z3 counts as z3.
  static std::string short_name(const std::string& program) { return program.substr(program.rfind('-') + 1); }

  base::Status start() {
    TRY(const std::filesystem::path path, find_worker(options_));
    TRY(worker_, WorkerProcess::start(path, options_.memory_bytes));
    return {};
  }

  Answer fail(WorkerProcess::Failure failure, std::uint64_t steps) {
    worker_.reset();
    switch (failure) {
      case WorkerProcess::Failure::late: {
        ++killed_;
        Answer answer = unknown(Limit::clock);
        answer.steps = steps;
        return answer;
      }
      case WorkerProcess::Failure::stopped:
        return unknown("stopped");
      case WorkerProcess::Failure::ended:
        break;
    }
    ++crashed_;
    return unknown("the solver process ended");
  }

  static bool sensible(const Query& query, const wire::Reply& reply) {
    for (const std::uint32_t index : reply.core)
      if (index >= query.constraints.size()) return false;
    for (const auto& [byte, value] : reply.values)
      if (byte >= CAIRN_INPUT_LIMIT) return false;
    return true;
  }

  [[nodiscard]] Answer read(const Query& query, const wire::Reply& reply) const {
    Answer answer = reply.limit == Limit::none ? unknown(reply.reason) : unknown(reply.limit);
    answer.verdict = reply.verdict;
    answer.steps = reply.steps;
    if (reply.verdict == Verdict::unsat) answer.core = reply.core.empty() ? whole_core(query) : reply.core;
    if (reply.verdict == Verdict::sat) {
      answer.assignment = *query.parent;
      for (const auto& [byte, value] : reply.values) answer.assignment.set(expr::ByteId(byte), value);
    }
    return answer;
  }

  base::Context& context_;
  const expr::Dag& dag_;
  const ProcessOptions options_;
  std::unique_ptr<WorkerProcess> worker_;
  std::uint64_t& calls_;
  std::uint64_t& conditions_;
  std::uint64_t& largest_;
  std::uint64_t& killed_;
  std::uint64_t& own_calls_;
  std::uint64_t& own_answered_;
  std::uint64_t& crashed_;
  double& seconds_;
};

}  // namespace

base::Result<std::filesystem::path> find_worker(const ProcessOptions& options) {
  namespace fs = std::filesystem;
  if (!options.worker.empty()) {
    if (base::runnable(options.worker)) return options.worker;
    return base::misuse_error("The solver " + options.worker.string() + " cannot be run.");
  }
  const fs::path here = base::own_directory();
  for (const fs::path& folder : {here, here / ".." / "libexec"})
    if (base::runnable(folder / options.program)) return folder / options.program;
  return base::environment_error("The solver " + options.program + " is not in " + here.string() +
                                 " or ../libexec; build or install it.");
}

std::unique_ptr<Solver> make_process_backend(base::Context& context, const expr::Dag& dag,
                                             const ProcessOptions& options) {
  return std::make_unique<ProcessBackend>(context, dag, options);
}

}  // namespace cairn::solver

#include "engine/solver/chain.h"

#include <algorithm>
#include <chrono>

#include "engine/base/check.h"
#include "engine/solver/answers.h"
#include "engine/solver/layers.h"

namespace cairn::solver {
namespace {

class NoBackend final : public Solver {
 public:
  Answer solve(const Query&) override { return unknown("no complete solver"); }
};

// Owns what the layers share, and keeps the totals.
class Chain final : public Solver {
 public:
  Chain(base::Context& context, expr::Dag& dag, const ChainOptions& options)
      : shared_(context, dag),
        queries_(context.stats.counter("solver.queries")),
        sat_(context.stats.counter("solver.sat")),
        unsat_(context.stats.counter("solver.unsat")),
        unknown_(context.stats.counter("solver.unknown")),
        seconds_(context.stats.gauge("solver.seconds")) {
    if (options.store == nullptr) own_store_ = make_memory_store();
    AnswerStore& store = options.store != nullptr ? *options.store : *own_store_;
    const auto on = [&](const char* name) { return std::ranges::find(options.layers, name) != options.layers.end(); };

    first_ = on("z3") ? make_process_backend(context, dag, options.backend) : no_backend();
    if (on("search")) first_ = with_search(shared_, std::move(first_));
    if (on("domains")) first_ = with_domains(shared_, std::move(first_));
    if (on("assignments")) first_ = with_assignments(shared_, std::move(first_));
    if (on("cache")) first_ = with_cache(shared_, store, std::move(first_));
    if (on("slice")) first_ = with_slice(shared_, std::move(first_));
    if (on("fold")) first_ = with_fold(shared_, std::move(first_));
    if (on("check")) first_ = with_check(shared_, std::move(first_));
  }

  Answer solve(const Query& query) override {
    CHECK(query.parent != nullptr);
    const auto start = std::chrono::steady_clock::now();
    Answer answer = first_->solve(query);
    seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    ++queries_;
    ++(answer.verdict == Verdict::sat ? sat_ : answer.verdict == Verdict::unsat ? unsat_ : unknown_);
    return answer;
  }

 private:
  Shared shared_;
  std::unique_ptr<AnswerStore> own_store_;
  std::unique_ptr<Solver> first_;
  std::uint64_t& queries_;
  std::uint64_t& sat_;
  std::uint64_t& unsat_;
  std::uint64_t& unknown_;
  double& seconds_;
};

}  // namespace

Below no_backend() { return std::make_unique<NoBackend>(); }

const std::vector<std::string>& layer_names() {
  static const std::vector<std::string> names = {"check",       "fold",    "slice",  "cache",
                                                 "assignments", "domains", "search", "z3"};
  return names;
}

base::Status check_options(const ChainOptions& options) {
  for (const std::string& name : options.layers) {
    if (std::ranges::find(layer_names(), name) != layer_names().end()) continue;
    std::string known;
    for (const std::string& each : layer_names()) known += (known.empty() ? "" : ", ") + each;
    return base::misuse_error("There is no solver layer '" + name + "'; use some of: " + known + ".");
  }
  if (std::ranges::find(options.layers, "z3") != options.layers.end())
    if (auto found = find_worker(options.backend); !found.ok()) return found.error();
  return {};
}

std::unique_ptr<Solver> make_chain(base::Context& context, expr::Dag& dag, const ChainOptions& options) {
  for (const std::string& name : options.layers) CHECK(std::ranges::find(layer_names(), name) != layer_names().end());
  return std::make_unique<Chain>(context, dag, options);
}

}  // namespace cairn::solver

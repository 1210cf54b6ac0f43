#include "engine/solver/chain.h"

#include <algorithm>

#include "engine/base/check.h"
#include "engine/base/stopwatch.h"
#include "engine/solver/answers.h"
#include "engine/solver/layers.h"
#include "engine/solver/smtlib_backend.h"

namespace cairn::solver {
namespace {

class NoBackend final : public Solver {
 public:
  Answer solve(const Query&) override { return unknown("no complete solver"); }
};

constexpr const char* kPublished = "published-ippc";
constexpr const char* kSmtlib = "smtlib";
constexpr const char* kScatter = "scatter";
constexpr const char* kCrosscheck = "crosscheck";
#ifdef NDEBUG
constexpr bool kDebug = false;
#else
constexpr bool kDebug = true;
#endif

// Those of the default chain and the others.
std::vector<std::string> all_layers() {
  std::vector<std::string> names = layer_names();
  names.insert(names.end(), {kPublished, kSmtlib, kScatter, kCrosscheck});
  return names;
}

bool known_layer(const std::string& name) { return std::ranges::count(all_layers(), name) > 0; }

ProcessOptions bits_options(ProcessOptions options) {
  options.program = "cairn-solve-bits";
  options.worker.clear();
  return options;
}

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

    Below bits = on("bits") ? make_process_backend(context, dag, bits_options(options.backend)) : no_backend();
    Below z3 = on("z3") ? make_process_backend(context, dag, options.backend) : no_backend();
    if (on(kSmtlib)) {
      first_ = make_smtlib_backend(context, dag, options.command, options.backend);
    } else if (on("bits") && on("z3")) {
      first_ = choose_backend(shared_, options.backend.step_limit, std::move(bits), std::move(z3));
    } else {
      first_ = on("bits") ? std::move(bits) : std::move(z3);
    }
    if (options.hard_log != nullptr) first_ = with_log(*options.hard_log, std::move(first_));
    if (on("ippc")) first_ = with_ippc(shared_, options.backend.step_limit, std::move(first_));
    if (on(kPublished)) first_ = with_published_ippc(shared_, std::move(first_));
    if (on("narrow")) first_ = with_narrow(shared_, std::move(first_));
    if (on("domains")) first_ = with_domains(shared_, Patience::much, std::move(first_));
    if (on("search")) first_ = with_search(shared_, std::move(first_));
    if (on("substitute")) {
      // What was rewritten falls apart, and into the reach of these once more.
      add_cheap(on);
      if (on("slice")) first_ = with_slice(shared_, std::move(first_));
      first_ = with_substitute(shared_, std::move(first_));
    }
    add_cheap(on);
    if (on("assignments")) first_ = with_assignments(shared_, std::move(first_));
    if (on("cache")) first_ = with_cache(shared_, store, std::move(first_));
    if (on(kCrosscheck) || (kDebug && on("z3"))) first_ = with_crosscheck(shared_, options.backend, std::move(first_));
    if (on("slice")) first_ = with_slice(shared_, std::move(first_));
    if (on("fold")) first_ = with_fold(shared_, std::move(first_));
    if (on(kScatter)) first_ = with_scatter(shared_, std::move(first_));
    if (on("check")) first_ = with_check(shared_, std::move(first_));
    if (options.log != nullptr) first_ = with_log(*options.log, std::move(first_));
  }

  Answer solve(const Query& query) override {
    CHECK(query.parent != nullptr);
    const base::Stopwatch watch;
    Answer answer = first_->solve(query);
    seconds_ += watch.seconds();
    ++queries_;
    ++(answer.verdict == Verdict::sat ? sat_ : answer.verdict == Verdict::unsat ? unsat_ : unknown_);
    return answer;
  }

 private:
  template <class On>
  void add_cheap(const On& on) {
    if (on("ranges")) first_ = with_ranges(shared_, std::move(first_));
    if (on("domains")) first_ = with_domains(shared_, Patience::little, std::move(first_));
  }

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
  static const std::vector<std::string> names = {"check",   "fold",   "slice",      "cache",  "assignments",
                                                 "domains", "ranges", "substitute", "search", "narrow",
                                                 "ippc",    "bits",   "z3"};
  return names;
}

base::Result<std::vector<std::string>> layers_of(const std::string& chain) {
  using Names = std::vector<std::string>;
  if (chain == "full") return layer_names();
  if (chain == "ippc") return Names{"check", "slice", kPublished, "z3"};
  if (chain == "z3" || chain == "bits") return Names{"check", chain};
  if (!check_command(chain).ok()) {
    return base::misuse_error("There is no solver '" + chain +
                              "'; use full, ippc, z3, bits, or the command of a solver that reads SMT-LIB.");
  }
  Names names = layer_names();
  std::erase_if(names, [](const std::string& name) { return name == "bits" || name == "z3"; });
  names.push_back(kSmtlib);
  return names;
}

base::Status check_options(const ChainOptions& options) {
  const auto on = [&](const char* name) { return std::ranges::find(options.layers, name) != options.layers.end(); };
  for (const std::string& name : options.layers) {
    if (known_layer(name)) continue;
    std::string known;
    for (const std::string& each : all_layers()) known += (known.empty() ? "" : ", ") + each;
    return base::misuse_error("There is no solver layer '" + name + "'; use some of: " + known + ".");
  }
  if (on(kSmtlib)) TRY_STATUS(check_command(options.command));
  if (on("z3") || on(kCrosscheck))
    if (auto found = find_worker(options.backend); !found.ok()) return found.error();
  if (on("bits"))
    if (auto found = find_worker(bits_options(options.backend)); !found.ok()) return found.error();
  return {};
}

std::unique_ptr<Solver> make_chain(base::Context& context, expr::Dag& dag, const ChainOptions& options) {
  for (const std::string& name : options.layers) CHECK(known_layer(name));
  return std::make_unique<Chain>(context, dag, options);
}

}  // namespace cairn::solver

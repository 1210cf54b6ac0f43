#include "engine/explore/session.h"

#include <fmt/core.h>
#include <time.h>

#include <optional>
#include <system_error>
#include <utility>

#include "engine/base/hash.h"
#include "engine/explore/changed_first.h"
#include "engine/explore/directory_answers.h"
#include "engine/explore/inputs.h"
#include "engine/explore/loop.h"
#include "engine/explore/parts.h"
#include "engine/explore/seeds.h"
#include "engine/explore/summary.h"
#include "engine/search/registry.h"
#include "engine/search/restarting.h"
#include "engine/suite/files.h"
#include "engine/target/command_line.h"

namespace cairn::explore {

namespace fs = std::filesystem;

namespace {

constexpr std::uint32_t kMutantsAtATime = 64;  // where they are calls

// The chain of the day.
class RemadeSolver final : public solver::Solver {
 public:
  solver::Answer solve(const solver::Query& query) override { return chain->solve(query); }
  std::unique_ptr<solver::Solver> chain;
};

}  // namespace

struct Session::Impl {
  Impl(base::Context& c, Options o) : context(c), options(std::move(o)) {}

  base::Context& context;
  Options options;
  Inheritance inheritance;
  Peers* peers = nullptr;
  std::unique_ptr<suite::RunDirectory> directory;
  std::unique_ptr<DirectoryAnswers> answers;
  std::unique_ptr<target::Target> target;
  std::unique_ptr<program::Program> program;
  std::unique_ptr<program::Coverage> coverage;
  // What grows with the exploration. Made anew in its place when memory runs short: references to it stay valid.
  std::optional<expr::Dag> dag;
  std::optional<trace::ObjectTable> objects;
  std::optional<trace::Decoder> decoder;
  std::optional<tree::Tree> tree;
  std::unique_ptr<solver::QueryLog> query_log;
  RemadeSolver solver;
  std::optional<search::Restarting> strategy;
  std::unique_ptr<Precedent> precedent;
  std::unique_ptr<Loop> loop;

  base::Status wire();
  void make_knowledge();
  void forget();
};

namespace {

solver::ChainOptions chain_options(const Options& options, solver::AnswerStore* store = nullptr,
                                   solver::QueryLog* log = nullptr) {
  solver::ChainOptions chain;
  chain.layers = options.layers;
  chain.command = options.solver_command;
  chain.backend = options.solver;
  chain.store = store;
  chain.log = log;
  return chain;
}

search::StrategyOptions strategy_options(const Options& options) {
  search::StrategyOptions wanted;
  wanted.depth = options.depth;
  wanted.estimate = options.estimate;
  return wanted;
}

// What can be wrong with the options is said before anything is made or started.
base::Status check(const Options& options) {
  if (options.target.command.empty()) return base::misuse_error("No program was given.");
  TRY_STATUS(search::make_strategy(options.strategy, strategy_options(options), base::Rng(options.seed)));
  TRY_STATUS(Prior::parse(options.prior));
  search::PruneOptions prune;
  TRY_STATUS(search::set_prune_options(prune, options.prune_options));
  if (options.memory_bytes != 0 && !options.query_log.empty()) {
    return base::misuse_error("Queries cannot be recorded with a limit of memory: the log refers to what is dropped.");
  }
  return solver::check_options(chain_options(options));
}

// A run is not replaced by one that cannot even start.
base::Status try_out(base::Context& context, const Options& options, const suite::Manifest& manifest,
                     const fs::path& out) {
  target::Options target_options = options.target;
  target_options.scratch = (out / "scratch").string();
  TRY_STATUS(suite::make_directories(target_options.scratch));
  TRY(const auto target, target::start(context, target_options));
  TRY_STATUS(program::Program::load(manifest.program, target->modules().modules));
  if (options.query_log.empty()) return {};
  const expr::Dag dag;
  TRY_STATUS(solver::QueryLog::create(options.query_log, dag));
  return {};
}

// A run that never began must not stand in the way of the next.
void forget(const fs::path& out) {
  std::error_code ignored;
  for (const char* name : {"cairn.db", "cairn.db-wal", "cairn.db-shm"}) fs::remove(out / name, ignored);
}

}  // namespace

base::Status Session::Impl::wire() {
  for (const suite::StoredAnswer& answer : inheritance.answers) TRY_STATUS(directory->add_answer(answer));
  inheritance.answers.clear();
  TRY(answers, DirectoryAnswers::open(*directory));
  target::Options target_options = options.target;
  target_options.scratch = (directory->path() / "scratch").string();
  TRY(target, target::start(context, target_options));
  if (target->modules().loop) declare_buffer(options.declared, options.seeds);
  TRY(auto facts, program::Program::load(directory->manifest().program, target->modules().modules));
  program = std::make_unique<program::Program>(std::move(facts));
  coverage = std::make_unique<program::Coverage>(*program);
  dag.emplace();
  if (!options.query_log.empty()) {
    TRY(query_log, solver::QueryLog::create(options.query_log, *dag));
  }
  make_knowledge();
  strategy.emplace([this, rng = context.rng.split()]() mutable {
    auto made = search::make_strategy(options.strategy, strategy_options(options), rng);
    CHECK(made.ok());  // check() has made one before
    rng = rng.split();
    if (!inheritance.changed_since) return std::move(made).value();
    return make_changed_first(std::move(made).value(), changed_functions(*program, *inheritance.changed_since));
  });
  if (inheritance.precedent) precedent = inheritance.precedent({*dag, *objects, *tree});

  LoopOptions loop_options;
  loop_options.program = directory->manifest().program;
  loop_options.strategy = options.strategy;
  loop_options.seed = options.seed;
  loop_options.declared = options.declared;
  loop_options.seeds = options.seeds;
  TRY(loop_options.prior, Prior::parse(options.prior));
  loop_options.prune.mode = options.prune;
  loop_options.prune.rounds = options.rounds;
  TRY_STATUS(search::set_prune_options(loop_options.prune, options.prune_options));
  loop_options.select = [this](const search::View& view, search::Selection selection,
                               std::span<const tree::SideId> reopened) { strategy->select(view, selection, reopened); };
  loop_options.memory_bytes = options.memory_bytes;
  loop_options.forget = [this] { forget(); };
  loop_options.keep_all = options.keep_all;
  loop_options.optimistic = options.optimistic;
  loop_options.report_seconds = options.report_seconds;
  loop_options.unrecorded = [this, target_options]() mutable {
    target_options.record = target_options.capture_output = false;
    target_options.batch = kMutantsAtATime;
    return target::start(context, target_options);
  };
  loop_options.precedent = precedent.get();
  loop_options.peers = peers;
  loop_options.jobs = options.jobs;
  loop_options.start = [target_options](base::Context& own) { return target::start(own, target_options); };
  loop = std::make_unique<Loop>(
      Parts{context, *target, solver, *dag, *objects, *decoder, *program, *coverage, *tree, *strategy, *directory},
      std::move(loop_options));
  return {};
}

// Of expressions that are there already.
void Session::Impl::make_knowledge() {
  objects.emplace(*dag);
  decoder.emplace(*dag, *objects, *program);
  tree.emplace(
      *dag, decoder->sides(),
      tree::Options{.pin_cap = options.pin_cap, .depth = search::depth_of_tree(options.strategy, options.depth)});
  solver.chain = solver::make_chain(context, *dag, chain_options(options, answers.get(), query_log.get()));
}

void Session::Impl::forget() {
  solver.chain.reset();
  tree.reset();
  decoder.reset();
  objects.reset();
  dag.emplace();
  answers->forget();
  make_knowledge();
  strategy->restart();
}

base::Result<std::unique_ptr<Session>> Session::create(base::Context& context, const Options& wanted,
                                                       const fs::path& out, bool force, Inheritance inheritance,
                                                       Peers* peers) {
  TRY_STATUS(check(wanted));
  Options options = wanted;
  if (options.target.moment == 0) options.target.moment = static_cast<std::uint32_t>(::time(nullptr));
  suite::Manifest manifest;
  TRY(const target::CommandLine command, target::CommandLine::resolve(options.target.command));
  manifest.program = command.program();
  TRY(manifest.program_hash, suite::hash_file(manifest.program));
  manifest.command = options.target.command;
  manifest.strategy = options.strategy;
  manifest.seed = options.seed;
  manifest.options = to_json(options);

  auto impl = std::make_unique<Impl>(context, options);
  impl->inheritance = std::move(inheritance);
  impl->peers = peers;
  TRY(impl->directory, suite::create(out, manifest, force, [&] { return try_out(context, options, manifest, out); }));
  context.rng = base::Rng(options.seed);
  std::error_code ignored;  // of the run that was replaced; a leftover file does no harm
  fs::remove_all(impl->directory->path() / "divergences", ignored);
  auto wired = impl->wire();
  if (wired.ok()) wired = record_origin(*impl->directory, *impl->program);
  if (wired.ok() && !impl->options.seeds.empty()) wired = store_seeds(*impl->directory, impl->options.seeds);
  if (!wired.ok()) {
    impl.reset();
    forget(out);
    return wired.error();
  }
  return std::unique_ptr<Session>(new Session(std::move(impl)));
}

base::Result<Options> options_of(const suite::Manifest& manifest) {
  TRY(Options options, options_from_json(manifest.options));
  options.target.command = manifest.command;
  if (!options.target.command.empty()) options.target.command.front() = manifest.program;
  return options;
}

base::Result<std::unique_ptr<Session>> Session::resume(base::Context& context, const fs::path& out,
                                                       std::optional<target::Sandbox> sandbox, unsigned jobs,
                                                       Peers* peers) {
  TRY(auto directory, suite::open(out, true));
  const suite::Manifest& manifest = directory->manifest();
  TRY(Options options, options_of(manifest));
  TRY(options.seeds, stored_seeds(*directory));
  if (sandbox) options.target.sandbox = *sandbox;
  options.jobs = jobs;
  TRY_STATUS(check(options));
  TRY(const std::uint64_t hash, suite::hash_file(manifest.program));
  if (hash != manifest.program_hash) {
    return base::misuse_error(
        fmt::format("{} has changed since this run began; explore it anew with cairn run.", manifest.program));
  }
  TRY(const bool changed, image_changed(*directory));
  if (changed) {
    return base::misuse_error(
        fmt::format("a library of {}, or a file that its arguments name, has changed since this run began; bring the "
                    "suite to it with cairn update, or explore it anew with cairn run",
                    manifest.program));
  }
  // Other draws than those of the sessions before, the last of which may have found nothing, or been killed.
  const std::uint64_t runs = read_totals(directory->path() / "summary.json").runs;
  context.rng = base::Rng(base::combine(base::combine(options.seed, directory->last_path()), runs));
  auto impl = std::make_unique<Impl>(context, std::move(options));
  impl->directory = std::move(directory);
  impl->peers = peers;
  TRY_STATUS(impl->wire());
  TRY_STATUS(impl->loop->restore());
  return std::unique_ptr<Session>(new Session(std::move(impl)));
}

Session::Session(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Session::~Session() = default;

base::Result<End> Session::explore(const Budget& budget, Reporter& reporter) {
  TRY(const End end, impl_->loop->explore(budget, reporter));
  TRY_STATUS(impl_->answers->status());
  TRY_STATUS(record_end(*impl_->directory, end == End::explored && impl_->loop->left_open() == 0));
  if (const std::span<const trace::Input> seeds = impl_->options.seeds; !seeds.empty()) {
    TRY_STATUS(store_seeds(*impl_->directory, seeds.last(impl_->loop->seeds_left())));
  }
  if (impl_->query_log != nullptr) TRY_STATUS(impl_->query_log->flush());
  return end;
}

const Totals& Session::totals() const { return impl_->loop->totals(); }
program::Figures Session::coverage() const { return impl_->coverage->figures(); }
const program::Program& Session::program() const { return *impl_->program; }
const program::Coverage& Session::covered() const { return *impl_->coverage; }
const trace::ObjectTable& Session::objects() const { return *impl_->objects; }
const tree::Tree& Session::tree() const { return *impl_->tree; }
Loop& Session::loop() { return *impl_->loop; }
target::Target& Session::target() { return *impl_->target; }
const Options& Session::options() const { return impl_->options; }
suite::RunDirectory& Session::directory() { return *impl_->directory; }

}  // namespace cairn::explore

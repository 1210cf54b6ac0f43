#include "engine/explore/loop.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <thread>
#include <utility>

#include "engine/base/hash.h"
#include "engine/explore/inputs.h"
#include "engine/explore/mutate.h"
#include "engine/explore/summary.h"

namespace cairn::explore {

namespace {

constexpr auto kPeerWait = std::chrono::milliseconds(2);

base::Context::Clock::time_point after(double seconds) {
  using Clock = base::Context::Clock;
  constexpr double kMost = 1e9;  // what the clock can count
  return Clock::now() +
         std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(std::min(seconds, kMost)));
}

void tell_run(search::Observation& observation, const Executed& executed) {
  observation.leaf = executed.path.empty() ? tree::SideId{} : executed.path.back();
  observation.new_sides = executed.new_sides;
  observation.outcome = executed.run->outcome;
  observation.steps = executed.steps;
}

}  // namespace

Loop::Loop(const Parts& parts, LoopOptions options)
    : parts_(parts),
      options_(std::move(options)),
      runner_(parts),
      keys_(parts.dag, parts.tree),
      keeper_(parts, options_.keep_all, totals_),
      divergences_(parts, totals_),
      losses_(parts.program, parts.decoder),
      rng_(parts.context.rng.split()),
      reals_(parts.dag),
      mutants_(parts.program, parts.dag, parts.target, options_.unrecorded, options_.prior),
      letters_(parts.tree),
      mutant_rng_(0),
      offers_(base::Rng(0)),
      peer_rng_(0),
      held_back_(base::Rng(0)) {
  draw_from(options_.seed);
  pending_.push_back({first_input(options_.declared), search::Result::initial});
  for (const trace::Input& seed : options_.seeds) {
    pending_.push_back({.input = seed, .result = search::Result::initial, .seed = true});
  }
  if (options_.memory_bytes != 0) {
    residence_ = std::make_unique<Residence>(parts_.directory, options_.memory_bytes, options_.memory_used);
  }
  if (options_.peers != nullptr) company_ = std::make_unique<Company>(*options_.peers, parts_.tree, keys_);
}

void Loop::draw_from(std::uint64_t seed) {
  mutant_rng_ = base::Rng(base::combine(seed, 1));
  offers_ = Offers(base::Rng(base::combine(seed, 2)));
  peer_rng_ = base::Rng(base::combine(seed, 3));
  held_back_ = HeldBack(base::Rng(base::combine(seed, 4)));
}

base::Status Loop::restore() {
  TRY(const auto bugs, parts_.directory.bugs());
  totals_ = read_totals(parts_.directory.path() / "summary.json");
  totals_.paths = totals_.tests = totals_.bugs = 0;
  for (const suite::BugRecord& bug : bugs) keeper_.recall(bug);
  const auto losses = suite::read_losses(parts_.directory.path());  // a damaged file is written anew
  if (losses.ok()) losses_.recall(*losses);
  recount_ = totals_.runs == 0;  // there is no summary, or none that can be read
  recount_losses_ = !losses.ok() || losses->empty();
  const std::uint32_t last = parts_.directory.last_path();
  uncounted_.assign(last + 1, true);
  for (std::uint32_t id = 1; id <= last; ++id) {
    if (parts_.context.stop) {
      interrupted_ = true;
      return {};
    }
    TRY(const suite::PathRecord record, parts_.directory.find_path(id));
    keeper_.recall(record);
    totals_.runs = std::max(totals_.runs, record.run);
    totals_.seconds = std::max(totals_.seconds, record.seconds);
    if (!residence_) TRY_STATUS(bring_back(record));
  }
  draw_from(base::combine(options_.seed, totals_.runs));  // not what the sessions before drew
  if (last > 0) pending_.pop_front();                     // the first input
  if (residence_ && last > 0) {
    TRY_STATUS(residence_->refill([this](const suite::PathRecord& record) -> base::Result<bool> {
      if (parts_.context.stop) return false;
      TRY_STATUS(bring_back(record));
      return true;
    }));
  }
  return {};
}

base::Status Loop::bring_back(const suite::PathRecord& record) {
  TRY(const Executed executed, runner_.run(record.input, {}));
  const bool changed = executed.run->signature != record.signature;
  if (changed) ++parts_.context.stats.counter("explore.changed_paths");
  if (executed.origin.valid()) runner_.set_path(executed.origin, record.id, changed);
  set_leaf(record.id, executed);
  recount(record.id, executed);
  keeper_.recall(executed.run->signature);
  mutants_.offer(executed.input, executed.run->outcome, parts_.coverage.latest());
  search::Observation observation;
  tell_run(observation, executed);
  observe(observation);
  return {};
}

// Of the sessions before, where they left no counts: what their paths still show.
void Loop::recount(std::uint32_t path, const Executed& executed) {
  if (path >= uncounted_.size() || !uncounted_[path]) return;
  uncounted_[path] = false;
  if (recount_) count_content(executed);
  if (recount_losses_) losses_.add(*executed.run);
}

// A side that waits for a longer try is not given up yet.
Loop::Left Loop::left_so_far() const {
  const tree::Tree& tree = parts_.tree;
  return {std::max(left_.unknown, tree.count(tree::SideState::unknown) - given_up_.waiting(tree)),
          std::max(left_.diverged, tree.count(tree::SideState::diverged)),
          std::max(left_.beyond_cap, tree.beyond_cap()), std::max(left_.beyond_depth, tree.beyond_depth())};
}

// Drops the tree and all that hangs on it, and brings other paths back.
base::Status Loop::make_room(const Budget& budget, Reporter& reporter) {
  TRY_STATUS(land_all());
  TRY_STATUS(remember_visited_sides());
  TRY_STATUS(parts_.directory.flush());
  runner_.forget();
  keys_.forget();
  left_ = left_so_far();
  given_up_.forget();
  held_back_.forget();
  next_capped_ = 0;
  left_open_.clear();
  offers_.forget();
  leaves_.clear();
  pruning_.reset();
  if (company_) company_->forget();
  if (options_.precedent != nullptr) options_.precedent->forget();
  parts_.directory.release_memory();
  options_.forget();
  reals_.forget();
  mutants_.forget();
  letters_.forget();
  give_back_memory();
  ++totals_.evictions;
  begin_pruning(budget);
  return residence_->refill([&](const suite::PathRecord& record) -> base::Result<bool> {
    if (parts_.context.over()) return false;
    ++totals_.rebuilt;
    TRY_STATUS(report_if_due(reporter));
    TRY_STATUS(bring_back(record));
    return true;
  });
}

base::Result<End> Loop::explore(const Budget& budget, Reporter& reporter) {
  if (interrupted_) return End::stopped;
  begin_ = last_report_ = base::Stopwatch();
  if (budget.seconds) parts_.context.deadline = after(*budget.seconds);
  earlier_ = totals_;
  counted_ = parts_.context.stats.counters();
  reported_runs_ = totals_.runs;
  begin_pruning(budget);
  if (options_.jobs > 1) fleet_ = std::make_unique<Fleet>(options_.jobs, options_.start);
  base::Result<End> end = iterate(budget, reporter);
  if (end.ok()) {
    if (auto landed = land_all(); !landed.ok()) end = landed.error();
  }
  fleet_.reset();
  parts_.context.deadline = base::Context::Clock::time_point::max();
  if (company_ && (!end.ok() || *end != End::explored)) company_->take_back();
  // What is open in a complete exploration is behind its bounds, and strategies know these by themselves.
  if (!end.ok() || *end != End::explored) {
    if (auto remembered = remember_open_sides(); !remembered.ok() && end.ok()) end = remembered.error();
  }
  if (auto reported = report(reporter, true); !reported.ok() && end.ok()) return reported.error();
  return end;
}

base::Result<End> Loop::iterate(const Budget& budget, Reporter& reporter) {
  for (;;) {
    update_clock();
    if (const auto end = spent(budget)) return *end;
    TRY_STATUS(report_if_due(reporter));
    if (company_) meet_peers();
    while (fleet_ != nullptr && fleet_->ready()) TRY_STATUS(land());
    if (residence_ && residence_->crowded()) TRY_STATUS(make_room(budget, reporter));
    if (!pending_.empty()) {
      const Pending next = std::move(pending_.front());
      pending_.pop_front();
      Flight flight = unpredicted(next.result);
      flight.shared = next.shared;
      TRY_STATUS(run_now(flight, next.input));
      continue;
    }
    const base::Stopwatch watch;
    if (pruning_ != nullptr) {
      if (const auto side = pruning_->next(spent_so_far(budget))) {
        TRY_STATUS(flip(*side));
        continue;
      }
    }
    if (const auto side = offers_.next(parts_.tree, false)) {
      TRY_STATUS(flip_after_all(*side));
      continue;
    }
    if (given_up_.due(totals_.runs - earlier_.runs)) {
      TRY_STATUS(try_harder());
      continue;
    }
    if (held_back_.due()) {
      TRY(const bool flipped, flip_held_back());
      if (flipped) continue;
    }
    const search::Action action = parts_.strategy.propose(parts_.view());
    totals_.strategy_seconds += watch.seconds();
    // Chance may always go on; what is left to solve for comes first.
    const bool flips = std::holds_alternative<search::Flip>(action);
    const bool done = std::holds_alternative<search::Done>(action) || (!flips && parts_.tree.frontier().empty());
    const bool no_input = !flips && parts_.objects.size() == 0;
    if (done) {
      TRY(const bool found, find_other_work(budget, reporter));
      if (found) continue;
    }
    idle_ = done || no_input;
    if (company_) options_.peers->set_idle(idle_);
    if (std::holds_alternative<search::Done>(action) || no_input) {
      if (!company_ || options_.peers->all_idle()) return End::explored;
      std::this_thread::sleep_for(kPeerWait);
      continue;
    }
    TRY_STATUS(act(action));
  }
}

// Does the first of what is left when the strategy is done. False: nothing is.
base::Result<bool> Loop::find_other_work(const Budget& budget, Reporter& reporter) {
  if (!flights_.empty()) {  // they may open others
    TRY_STATUS(land());
    return true;
  }
  if (pruning_ != nullptr && pruning_->reopened(spent_so_far(budget))) return true;
  if (const auto side = offers_.next(parts_.tree, true)) {
    TRY_STATUS(flip_after_all(*side));
    return true;
  }
  TRY(const bool tried, try_harder());
  if (tried) return true;
  TRY(const bool flipped, flip_held_back());
  if (flipped) return true;
  if (const auto side = next_capped()) {
    TRY_STATUS(flip_after_all(*side));
    return true;
  }
  if (residence_ && !residence_->explored()) {
    TRY_STATUS(make_room(budget, reporter));
    return true;
  }
  return false;
}

void Loop::begin_pruning(const Budget& budget) {
  if (pruning_ != nullptr) pruning_->bring_back();
  pruning_.reset();
  if (!options_.prune.wanted()) return;
  search::PruneOptions options = options_.prune;
  options.total = budget.runs ? static_cast<double>(*budget.runs) : budget.seconds.value_or(0);
  pruning_ = std::make_unique<Pruning>(parts_, options, options_.select);
}

// In runs, or in seconds where the budget counts no runs. Where it counts both, by the one of which the larger share is
// spent: that one will end the exploration.
double Loop::spent_so_far(const Budget& budget) const {
  const auto runs = static_cast<double>(totals_.runs - earlier_.runs);
  const double seconds = totals_.seconds - earlier_.seconds;
  if (!budget.runs) return seconds;
  if (!budget.seconds) return runs;
  return std::max(runs, seconds / *budget.seconds * static_cast<double>(*budget.runs));
}

base::Status Loop::act(const search::Action& action) {
  if (const auto* proposed = std::get_if<search::Flip>(&action)) {
    return hold_back(proposed->side) ? base::Status() : flip(proposed->side);
  }
  if (const auto* proposed = std::get_if<search::Mutate>(&action)) {
    const Runner::Origin& origin = runner_.origin(proposed->origin);
    trace::Input input = parts_.objects.input_of(origin.assignment, origin.objects);
    mutate(input, options_.prior, rng_);
    return launch(unpredicted(search::Result::mutated), std::move(input));
  }
  if (std::holds_alternative<search::Burst>(action) && mutants_.ready()) return burst();
  reals_.update();
  return launch(unpredicted(search::Result::random), random_input(parts_.objects, options_.prior, reals_, rng_));
}

// What strategies take to think is part of what they cost.
void Loop::observe(const search::Observation& observation) {
  const base::Stopwatch watch;
  parts_.strategy.observe(parts_.view(), observation);
  offers_.observe(observation.new_sides);
  if (pruning_ != nullptr) pruning_->observe(observation);
  totals_.strategy_seconds += watch.seconds();
}

std::optional<End> Loop::spent(const Budget& budget) const {
  if (parts_.context.stop || (company_ && options_.peers->ended())) return End::stopped;
  // Bursts that find nothing must not go on for ever.
  const std::uint64_t runs = std::max(totals_.runs - earlier_.runs + flights_.size(), totals_.bursts - earlier_.bursts);
  if (budget.runs && runs >= *budget.runs) return End::runs;
  const std::uint64_t asked = totals_.queries - earlier_.queries, stored = totals_.stored - earlier_.stored;
  if (budget.queries && asked - std::min(asked, stored) >= *budget.queries) return End::queries;
  if (budget.seconds && totals_.seconds - earlier_.seconds >= *budget.seconds) return End::time;
  return std::nullopt;
}

base::Status Loop::burst() {
  const base::Stopwatch watch;
  TRY(const Mutants::Burst burst, mutants_.burst(mutant_rng_));
  ++totals_.bursts;
  totals_.mutants += burst.runs;
  totals_.mutants_found += burst.found.size();
  totals_.mutant_seconds += watch.seconds();
  for (const trace::Input& input : burst.found) pending_.push_back({input, search::Result::mutated});
  return {};
}

base::Result<Rerun> Loop::rerun(const trace::Input& input, std::uint32_t parent) {
  const base::Stopwatch watch;
  TRY(trace::RawRun raw, parts_.target.run(input));
  const double running = watch.seconds();
  return rerun(std::move(raw), input, parent, running);
}

base::Result<Rerun> Loop::rerun(trace::RawRun raw, const trace::Input& input, std::uint32_t parent,
                                double running_seconds) {
  Rerun result;
  TRY(result.executed, runner_.take_in(std::move(raw), input, {}));
  result.executed.running_seconds = running_seconds;
  search::Observation observation;
  observation.result = search::Result::initial;
  TRY(result.path, learn(result.executed, observation, parent));
  result.bug = keeper_.bug_of(result.executed);
  return result;
}

base::Result<std::uint32_t> Loop::learn(const Executed& executed, search::Observation observation, std::uint32_t parent,
                                        bool shared) {
  count(executed);
  mutants_.offer(executed.input, executed.run->outcome, parts_.coverage.latest());
  tell_letters(executed);
  const base::Stopwatch watch;
  TRY(const Keeper::Kept kept, keeper_.keep(executed, parent));
  const std::uint32_t path = kept.path;
  if (path != 0) {
    TRY_STATUS(sign(executed, path));
    set_leaf(path, executed);
  }
  if (executed.origin.valid()) runner_.set_path(executed.origin, path);
  if (executed.divergence) TRY_STATUS(divergences_.store(executed, parent));
  share(executed, kept, shared);
  totals_.keeping_seconds += watch.seconds();
  tell_run(observation, executed);
  observe(observation);
  return path;
}

void Loop::set_leaf(std::uint32_t path, const Executed& executed) {
  leaves_.resize(std::max<std::size_t>(leaves_.size(), path + 1));
  if (!executed.path.empty()) leaves_[path] = executed.path.back();
}

std::vector<std::uint32_t> Loop::paths_of(const std::function<bool(tree::SideId)>& wanted) const {
  std::set<std::uint32_t> paths;
  for (std::uint32_t path = 1; path < leaves_.size(); ++path) {
    if (leaves_[path].valid() && wanted(leaves_[path])) paths.insert(path);
  }
  for (const tree::SideId side : parts_.tree.frontier()) {
    const std::uint32_t path = runner_.origin(side).path;
    if (path != 0 && wanted(side)) paths.insert(path);
  }
  return {paths.begin(), paths.end()};
}

// Up to the last node that an earlier run made, the conditions are those of that run's path.
base::Status Loop::sign(const Executed& executed, std::uint32_t path) {
  suite::SignatureRecord record;
  record.path = path;
  record.key = keys_.of(executed.path);
  std::size_t known = executed.path.size();
  while (known > 0 && executed.origin.valid() &&
         parts_.tree.node(parts_.tree.node_of(executed.path[known - 1])).origin == executed.origin) {
    --known;
  }
  if (known > 0) {
    const Runner::Origin& origin = runner_.origin(executed.path[known - 1]);
    if (!origin.changed) record.base = origin.path;
  }
  if (record.base != 0) record.shared = static_cast<std::uint32_t>(known - 1);
  for (const tree::SideId side : executed.path.subspan(record.shared)) record.words.push_back(keys_.word(side));
  return parts_.directory.add_signature(record);
}

void Loop::count(const Executed& executed) {
  update_clock();
  ++totals_.runs;
  totals_.running_seconds += executed.running_seconds;
  totals_.decoding_seconds += executed.decoding_seconds;
  totals_.open_sum += static_cast<double>(parts_.tree.count(tree::SideState::open));
  losses_.add(*executed.run);
  count_content(executed);
}

void Loop::count_content(const Executed& executed) {
  const trace::DecodedRun& run = *executed.run;
  totals_.symbolic_steps += run.path.size();
  totals_.pins += static_cast<std::uint64_t>(
      std::count_if(run.path.begin(), run.path.end(), [](const trace::Step& step) { return is_pin(step.kind); }));
  totals_.symbolic_loss += executed.lost;
  const bool timed_out = run.outcome.ending == trace::Ending::timed_out;
  totals_.full += run.full || (executed.shortened && !timed_out) ? 1 : 0;
  totals_.corrupted += run.corrupted ? 1 : 0;
  totals_.timeouts += timed_out ? 1 : 0;
}

std::size_t Loop::left_open() const {
  return static_cast<std::size_t>(std::ranges::count_if(
      left_open_, [this](tree::SideId side) { return parts_.tree.state(side) == tree::SideState::pruned; }));
}

std::size_t Loop::seeds_left() const {
  return static_cast<std::size_t>(std::ranges::count(pending_, true, &Pending::seed));
}

void Loop::add_work(const Totals& other) {
  update_clock();
  explore::add_work(totals_, other);
  explore::add_work(earlier_, other);
}

void Loop::update_clock() {
  totals_.seconds = earlier_.seconds + begin_.seconds();
  base::Stats& stats = parts_.context.stats;
  const auto since = [this, &stats](const char* name) {
    const auto before = counted_.find(name);
    return stats.counter(name) - (before == counted_.end() ? 0 : before->second);
  };
  totals_.stored = earlier_.stored + since("solver.cache.answered");
  totals_.complete_calls = earlier_.complete_calls + since("solver.complete_calls");
  totals_.complete_conditions = earlier_.complete_conditions + since("solver.complete_conditions");
  totals_.complete_largest = std::max(earlier_.complete_largest, stats.counter("solver.complete_largest"));
}

base::Status Loop::report_if_due(Reporter& reporter) {
  return last_report_.seconds() >= options_.report_seconds ? report(reporter, false) : base::Status();
}

base::Status Loop::report(Reporter& reporter, bool last) {
  update_clock();
  Progress progress;
  progress.totals = totals_;
  progress.coverage = parts_.coverage.figures();
  const std::size_t left_open = this->left_open() + held_back_.waiting(parts_.tree).size();
  progress.open = parts_.tree.count(tree::SideState::open) + left_open;
  const Left left = left_so_far();
  progress.unknown = std::max(left.unknown, parts_.tree.count(tree::SideState::unknown));
  progress.diverged = left.diverged;
  progress.beyond_cap = left.beyond_cap;
  progress.beyond_depth = left.beyond_depth;
  if (last) progress.variables = offered_variables(parts_.objects);
  progress.last = last;
  const double interval = last_report_.seconds();
  if (interval > 0) progress.runs_per_second = static_cast<double>(totals_.runs - reported_runs_) / interval;
  last_report_ = base::Stopwatch();
  reported_runs_ = totals_.runs;
  if (company_) totals_.peers = progress.totals.peers = options_.peers->exchange(progress);
  TRY_STATUS(parts_.directory.flush());
  TRY_STATUS(losses_.write(parts_.directory.path()));
  TRY_STATUS(parts_.directory.write_summary(
      summary_json({options_.program, options_.strategy, options_.seed, parts_.context.stop}, totals_,
                   progress.coverage, parts_.tree, left_open, parts_.strategy.findings())));
  if (pruning_ != nullptr) TRY_STATUS(pruning_->write());
  reporter.progress(progress);
  return {};
}

}  // namespace cairn::explore

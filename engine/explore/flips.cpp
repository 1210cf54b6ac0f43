// How the loop flips a side: by what is known of it already, by the solver, and where that fails by a guess.
#include <time.h>

#include "engine/base/check.h"
#include "engine/base/stopwatch.h"
#include "engine/explore/loop.h"

namespace cairn::explore {

namespace {

// Of this thread: what other work the machine has does not show.
double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

base::Status Loop::flip(tree::SideId side, std::uint32_t effort) {
  CHECK(parts_.tree.open(side));
  search::Observation observation;
  observation.side = side;
  if (company_ && !company_->take(side)) {
    observation.result = search::Result::unknown;
    observe(observation);
    return {};
  }
  if (effort == 0) {  // what is tried harder has been found unsettled, or given up, before
    const double begun = processor_seconds();
    TRY(const bool settled, settle(side, observation));
    if (options_.precedent != nullptr || residence_) totals_.settle_seconds += processor_seconds() - begun;
    if (settled) {
      observe(observation);
      return {};
    }
  }
  parts_.tree.set_state(side, tree::SideState::in_flight);
  const solver::Answer answer = solve(side, effort, observation.query_seconds);
  observation.solver_steps = answer.steps;
  totals_.solver_seconds += observation.query_seconds;
  if (effort > 0) given_up_.spend(answer.steps);
  // Cut short: that says nothing of the side.
  if (answer.verdict == solver::Verdict::unknown && parts_.context.over()) {
    parts_.tree.set_state(side, tree::SideState::open);
    observation.result = search::Result::unknown;
    observe(observation);
    return {};
  }
  ++totals_.queries;
  if (answer.verdict != solver::Verdict::sat) {
    const bool proven = answer.verdict == solver::Verdict::unsat;
    ++(proven ? totals_.unsat : totals_.unknown);
    parts_.tree.set_state(side, proven ? tree::SideState::infeasible : tree::SideState::unknown);
    observation.result = proven ? search::Result::infeasible : search::Result::unknown;
    observe(observation);
    if (!proven) given_up_.add(side, effort);
    const auto known = proven ? suite::SideKnowledge::infeasible : suite::SideKnowledge::unknown;
    TRY_STATUS(parts_.directory.add_side({keys_.of(side), known, static_cast<std::uint8_t>(effort)}));
    return options_.optimistic && effort == 0 ? propose(side) : base::Status();
  }
  ++totals_.sat;
  const Runner::Origin& origin = runner_.origin(side);
  return launch({side, observation, origin.path}, parts_.objects.input_of(answer.assignment, origin.objects));
}

// Where a process of its own was asked, seconds are those of the clock.
solver::Answer Loop::solve(tree::SideId side, std::uint32_t effort, double& seconds) {
  const std::uint64_t& calls = parts_.context.stats.counter("solver.complete_calls");
  const std::uint64_t calls_before = calls;
  const base::Stopwatch watch;
  const double begun = processor_seconds();
  solver::Query query = query_for(side);
  query.effort = effort;
  solver::Answer answer = parts_.solver.solve(query);
  seconds = calls == calls_before ? processor_seconds() - begun : watch.seconds();
  return answer;
}

// What the version before, or the tree before, knew of the side, if that is all there is to know.
base::Result<bool> Loop::settle(tree::SideId side, search::Observation& observation) {
  const bool evicted = residence_ && residence_->refilled();
  if (options_.precedent == nullptr && !evicted) return false;
  const std::uint64_t key = keys_.of(side);
  std::optional<Settled> settled;
  if (options_.precedent != nullptr) settled = options_.precedent->settle(side, key);
  if (!settled && evicted) {
    TRY(settled, residence_->settle(key));
  }
  if (!settled) return false;
  ++totals_.settled;
  parts_.tree.set_state(side, settled->state);
  if (settled->state == tree::SideState::pruned && settled->remembered == suite::SideKnowledge::open)
    left_open_.push_back(side);
  if (settled->effort) given_up_.add(side, *settled->effort);
  if (settled->remembered) TRY_STATUS(parts_.directory.add_side({key, *settled->remembered}));
  const bool infeasible = settled->state == tree::SideState::infeasible;
  observation.result = infeasible ? search::Result::infeasible : search::Result::unknown;
  return true;
}

// Everything the path asserts up to the side, and the bounds that hold for every input.
solver::Query Loop::query_for(tree::SideId side) {
  solver::Query query;
  parts_.tree.conditions(side, query.constraints);
  const Runner::Origin& origin = runner_.origin(side);
  query.parent = &origin.assignment;
  const std::vector<expr::ExprId> bounds = bounds_of(origin);
  query.constraints.insert(query.constraints.begin(), bounds.begin(), bounds.end());
  return query;
}

std::vector<expr::ExprId> Loop::bounds_of(const Runner::Origin& origin) {
  std::vector<expr::ExprId> bounds;
  for (const trace::UsedObject& used : origin.objects) {
    if (parts_.objects.key(used.object).sized) bounds.push_back(parts_.objects.size_bound(used.object));
  }
  return bounds;
}

// An optimistic guess (Yun et al., "QSYM", USENIX Security 2018): an input that satisfies the flipped condition alone
// may take that side of the source on another path. Nothing is concluded from it but what its run shows.
base::Status Loop::propose(tree::SideId side) {
  constexpr std::uint32_t kMostProposals = 16;  // of a side of the source that no run has taken yet
  const tree::Node& node = parts_.tree.node(parts_.tree.node_of(side));
  const program::SideId source = parts_.program.side_of(node.branch, parts_.tree.outcome(side));
  if (!source.valid() || parts_.coverage.covered(source) || proposed_[source.value] >= kMostProposals) return {};
  ++proposed_[source.value];
  const Runner::Origin& origin = runner_.origin(side);
  solver::Query query{bounds_of(origin), &origin.assignment};
  query.constraints.push_back(parts_.tree.condition(side));
  const base::Stopwatch watch;
  const solver::Answer answer = parts_.solver.solve(query);
  totals_.solver_seconds += watch.seconds();
  if (answer.verdict != solver::Verdict::sat) return {};
  ++totals_.optimistic;
  const std::uint64_t paths = totals_.paths;
  TRY_STATUS(run_now(unpredicted(search::Result::mutated), parts_.objects.input_of(answer.assignment, origin.objects)));
  totals_.optimistic_paths += totals_.paths - paths;
  if (parts_.coverage.covered(source)) ++totals_.optimistic_sides;
  return {};
}

// The side was set aside.
base::Status Loop::flip_after_all(tree::SideId side, std::uint32_t effort) {
  parts_.tree.set_state(side, tree::SideState::open);
  return flip(side, effort);
}

// False: nothing was given up.
base::Result<bool> Loop::try_harder() {
  const auto next = given_up_.take();
  if (!next) return false;
  if (parts_.tree.state(next->side) == tree::SideState::unknown)  // no run came by
    TRY_STATUS(flip_after_all(next->side, next->effort));
  return true;
}

// False: it may be flipped now.
bool Loop::hold_back(tree::SideId side) {
  const std::uint32_t steps = parts_.tree.node(parts_.tree.node_of(side)).steps;
  if (held_back_.due() || !held_back_.far(steps)) return false;
  parts_.tree.set_state(side, tree::SideState::pruned);
  held_back_.add(side);
  search::Observation observation;
  observation.side = side;
  observation.result = search::Result::unknown;
  observe(observation);
  return true;
}

// False: nothing is held back.
base::Result<bool> Loop::flip_held_back() {
  const auto side = held_back_.take(parts_.tree);
  if (!side) return false;
  TRY_STATUS(flip_after_all(*side));
  return true;
}

// Pins of which enough alternatives were open, oldest first: each may be the way to what nobody has covered. They are
// endless where numbers are large, so only while one of many covers something.
std::optional<tree::SideId> Loop::next_capped() {
  constexpr std::uint64_t kPatience = 256;
  const program::Share& branches = parts_.coverage.figures().branches;
  if (branches.covered != capped_covered_) capped_in_vain_ = 0;
  capped_covered_ = branches.covered;
  if (branches.covered == branches.total || capped_in_vain_ >= kPatience) return std::nullopt;
  const auto capped = parts_.tree.capped();
  while (next_capped_ < capped.size()) {
    const tree::SideId side = capped[next_capped_++];
    if (parts_.tree.state(side) != tree::SideState::pruned) continue;  // a run came by
    ++capped_in_vain_;
    return side;
  }
  return std::nullopt;
}

}  // namespace cairn::explore

#include "engine/explore/runner.h"

#include <algorithm>
#include <csignal>
#include <utility>

#include "engine/base/stopwatch.h"
#include "engine/explore/inputs.h"
#include "engine/expr/evaluate.h"

namespace cairn::explore {

base::Result<Executed> Runner::run(const trace::Input& input, tree::SideId predicted) {
  const base::Stopwatch watch;
  TRY(trace::RawRun raw, patience_.run(parts_.target, input));
  const double running = watch.seconds();
  TRY(Executed executed, take_in(std::move(raw), input, predicted));
  executed.running_seconds += running;
  return executed;
}

base::Result<Executed> Runner::take_in(trace::RawRun raw, const trace::Input& input, tree::SideId predicted) {
  const bool shared = raw.shared;
  Executed first = learn(std::move(raw), input, predicted);
  const bool astray = first.divergence && shared;
  const bool hasty = first.hurried && (first.new_sides > 0 || first.new_blocks || first.cut_short);
  if (!astray && !hasty) return first;
  if (astray) {
    apart_ = true;
    parts_.target.run_apart();
  }
  const base::Stopwatch watch;
  TRY(trace::RawRun again, hasty ? patience_.run_fully(parts_.target, input) : patience_.run(parts_.target, input));
  const double running = watch.seconds();
  Executed second = learn(std::move(again), input, predicted);
  second.new_sides += first.new_sides;
  second.new_blocks |= first.new_blocks;
  second.running_seconds = running;
  second.decoding_seconds += first.decoding_seconds;
  return second;
}

Executed Runner::learn(trace::RawRun raw, const trace::Input& input, tree::SideId predicted) {
  const base::Stopwatch watch;
  Executed result;
  const std::size_t most = worth_keeping(raw, predicted);
  result.run =
      parts_.decoder.decode(raw, raw.outcome.ending == trace::Ending::exited ? most : trace::Decoder::kWholePath);
  const trace::DecodedRun& run = *result.run;
  result.output = std::move(raw.output);
  result.steps = raw.steps;
  result.lost = raw.lost;
  result.hurried = raw.hurried;
  if (run.outcome.ending != trace::Ending::rejected) {
    const bool whole = run.outcome.ending == trace::Ending::exited;
    const std::uint64_t blocks = parts_.coverage.figures().blocks.covered;
    result.new_sides = static_cast<std::uint32_t>(parts_.coverage.add(raw.counters, !whole).size());
    result.new_blocks = parts_.coverage.figures().blocks.covered > blocks;
  }

  auto objects = all_objects(parts_.objects, run.objects, input);
  expr::Assignment assignment = parts_.objects.assignment_of(input, objects);
  result.input = parts_.objects.input_of(assignment, objects);

  const tree::OriginId next{static_cast<std::uint32_t>(origins_.size())};
  const auto steps = std::span(run.path).first(std::min(run.path.size(), most));
  result.shortened = run.shortened || steps.size() < run.path.size();
  if (!result.shortened && run.outcome.ending != trace::Ending::timed_out) {
    ++ended_;
    ended_steps_ += run.path.size();
  }
  const tree::Appended appended = parts_.tree.append(steps, next);
  result.path = appended.path;
  if (predicted.valid()) {
    const std::uint32_t depth = parts_.tree.node(parts_.tree.node_of(predicted)).depth;
    result.arrived = depth < result.path.size() && result.path[depth] == predicted;
  }
  result.divergence = check(result, appended, predicted, assignment);
  if (predicted.valid() && !result.arrived && !result.divergence) {
    const bool incomplete = run.full || run.corrupted || run.outcome.ending == trace::Ending::timed_out;
    result.divergence = off_course(result, predicted);
    // A proper prefix of the prediction, and a reason to stop there.
    if (result.divergence && result.divergence->depth == result.path.size()) {
      if (faulted_at(run, result.path.size(), predicted)) {
        result.divergence.reset();
        result.arrived = true;
        parts_.tree.end_at(predicted);
      } else if (incomplete) {
        result.divergence.reset();
        result.cut_short = true;
      }
    }
  }
  if (appended.new_nodes > 0) {
    origins_.push_back({std::move(assignment), std::move(objects)});
    result.origin = next;
  }
  result.decoding_seconds = watch.seconds();
  return result;
}

// A run that does not come to an end goes around, and what it does again and again would fill the tree: a hundred
// thousand sides, each of which leads to such a run. So behind the flip its path is no longer than many others
// together. The same goes for one that ends after far more steps than others: a loop up to a number in the input.
// Its other steps are not even decoded, as nobody wants to know where it ended.
std::size_t Runner::worth_keeping(const trace::RawRun& raw, tree::SideId predicted) const {
  constexpr std::uint64_t kTimes = 16, kLeast = 4096;
  constexpr std::uint64_t kLong = 16;  // times that, for one that ends
  const std::uint64_t others = std::max(kLeast, ended_ == 0 ? 0 : kTimes * ended_steps_ / ended_);
  if (raw.outcome.ending != trace::Ending::timed_out && raw.events.size() <= kLong * others)
    return trace::Decoder::kWholePath;
  const std::uint64_t flip = predicted.valid() ? parts_.tree.node(parts_.tree.node_of(predicted)).depth : 0;
  return flip + others;
}

const Runner::Origin& Runner::origin(tree::SideId side) const {
  return origins_[parts_.tree.node(parts_.tree.node_of(side)).origin.value];
}

// Up to the flipped side the solver has evaluated the conditions on this very input, and the tree has compared them.
std::optional<Divergence> Runner::check(const Executed& executed, const tree::Appended& appended,
                                        tree::SideId predicted, const expr::Assignment& assignment) {
  const tree::Tree& tree = parts_.tree;
  if (appended.mismatch) {
    const tree::NodeId known = executed.path.empty() ? tree.root() : tree.child(executed.path.back());
    return Divergence{DivergenceKind::unsteady, appended.mismatch->depth, tree.node(known).branch, {}};
  }
  const std::uint32_t first = executed.arrived ? tree.node(tree.node_of(predicted)).depth + 1 : 0;
  std::vector<expr::ExprId> conditions;
  for (std::size_t i = first; i < executed.path.size(); ++i) {
    conditions.push_back(parts_.tree.condition(executed.path[i]));
  }
  if (conditions.empty()) return std::nullopt;
  expr::Evaluator evaluator(parts_.dag, conditions);
  const std::size_t failed = evaluator.first_zero(assignment);
  if (failed == conditions.size()) return std::nullopt;
  const auto depth = static_cast<std::uint32_t>(first + failed);
  return Divergence{DivergenceKind::condition, depth, tree.node(tree.node_of(executed.path[depth])).branch,
                    conditions[failed]};
}

// Instrumented code records a memory access just behind it. So a run that was sent to another address and faulted there
// shows nothing of that access: its path ends in front of it, and the fault is the proof that it got there.
bool Runner::faulted_at(const trace::DecodedRun& run, std::size_t length, tree::SideId predicted) const {
  const bool fault =
      run.outcome.ending == trace::Ending::signalled && (run.outcome.code == SIGSEGV || run.outcome.code == SIGBUS);
  if (!fault) return false;
  for (tree::SideId side = predicted; side.valid();) {
    const tree::Node& node = parts_.tree.node(parts_.tree.node_of(side));
    if (node.depth < length) return true;
    if (node.kind != trace::EventKind::PinAddress && node.kind != trace::EventKind::InBounds) return false;
    side = node.parent;
  }
  return length == 0;
}

// Where the run left the way to the predicted side.
std::optional<Divergence> Runner::off_course(const Executed& executed, tree::SideId predicted) {
  std::optional<Divergence> left;
  for (tree::SideId side = predicted; side.valid();) {
    const tree::Node& node = parts_.tree.node(parts_.tree.node_of(side));
    const bool taken = node.depth < executed.path.size() && executed.path[node.depth] == side;
    if (taken) break;
    const std::uint32_t depth = node.depth, branch = node.branch;
    left = Divergence{DivergenceKind::elsewhere, depth, branch, parts_.tree.condition(side)};
    side = parts_.tree.node(parts_.tree.node_of(side)).parent;
  }
  return left;
}

}  // namespace cairn::explore

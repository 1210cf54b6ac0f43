#include "engine/explore/mutants.h"

#include <algorithm>
#include <utility>

#include "engine/base/hash.h"
#include "engine/explore/havoc.h"

namespace cairn::explore {

namespace {

// Runs of a burst: about what solving for one side and running the answer takes. Where each run is a process, recording
// it or not hardly matters.
constexpr std::size_t kCalls = 1024;
constexpr std::size_t kProcesses = 1;
constexpr std::uint32_t kHangs = 3;  // handed over; each costs a run's whole time, and they are much alike

// A batch has one standard input, one command line and one directory.
bool fits_a_batch(const trace::Input& input) {
  return std::ranges::all_of(input.objects, [](const trace::Object& object) {
    return object.kind == trace::ObjectKind::buffer || object.kind == trace::ObjectKind::memory;
  });
}

}  // namespace

Mutants::Mutants(const program::Program& program, target::Target& recording, Start start, Prior prior)
    : target_(&recording),
      start_(std::move(start)),
      prior_(std::move(prior)),
      classes_(program),
      corpus_(classes_.size()) {}

void Mutants::offer(const trace::Input& input, const trace::Outcome& outcome, std::span<const std::uint32_t> counters) {
  if (outcome.ending == trace::Ending::rejected || outcome.ending == trace::Ending::timed_out) return;
  const auto features = classes_.features(counters);
  bool fresh = corpus_.empty();
  for (const program::Feature feature : features) {
    fresh |= !classes_.seen(feature);
    classes_.add(feature);
  }
  if (fresh && (corpus_.empty() || !outcome.bug())) corpus_.add(input, features);
}

base::Status Mutants::start() {
  if (!start_) return {};
  TRY(own_, std::exchange(start_, nullptr)());
  target_ = own_.get();
  batches_ = dynamic_cast<target::BatchTarget*>(target_);
  return {};
}

base::Result<Mutants::Burst> Mutants::burst(base::Rng& rng) {
  TRY_STATUS(start());
  Burst burst;
  std::vector<trace::Input> inputs;
  bool ended = false;
  const std::size_t wanted = batches_ != nullptr ? kCalls : kProcesses;
  while (burst.runs < wanted && !ended) {
    const std::size_t room = batches_ != nullptr ? batches_->batch() : 1;
    inputs.clear();
    while (inputs.size() < std::min<std::size_t>(room, wanted - burst.runs)) {
      const auto [first, second] = corpus_.pick(rng);
      inputs.push_back(first);
      havoc(inputs.back(), second, prior_, rng);
      if (!fits_a_batch(inputs.back())) break;
    }
    for (std::size_t done = 0; done < inputs.size() && !ended;) {
      TRY(const std::size_t ran, run(std::span(inputs).subspan(done), burst, ended));
      done += ran;
      burst.runs += ran;
    }
  }
  return burst;
}

// How many of them ran: what ends the process ends the batch.
base::Result<std::size_t> Mutants::run(std::span<const trace::Input> inputs, Burst& burst, bool& ended) {
  std::vector<trace::RawRun> runs;
  if (batches_ != nullptr) {
    TRY(runs, batches_->run_batch(inputs));
  } else {
    TRY(trace::RawRun only, target_->run(inputs.front()));
    runs.push_back(std::move(only));
  }
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (worth_recording(inputs[i], runs[i])) burst.found.push_back(inputs[i]);
    ended |= runs[i].outcome.ending == trace::Ending::timed_out;
  }
  return runs.size();
}

bool Mutants::worth_recording(const trace::Input& input, const trace::RawRun& run) {
  if (run.outcome.ending == trace::Ending::rejected) return false;
  if (run.outcome.ending == trace::Ending::timed_out) return hangs_++ < kHangs;
  bool new_crash = false;
  if (run.outcome.bug()) {
    std::uint64_t place = static_cast<std::uint64_t>(run.outcome.code);
    if (!run.fault.empty()) place = base::combine(place, run.fault.front());
    new_crash = crashes_.insert(place).second;
  }
  const auto features = classes_.features(run.counters, run.outcome.ending != trace::Ending::exited);
  corpus_.count(features);
  bool fresh = false;
  for (const program::Feature feature : features) {
    if (classes_.seen(feature)) continue;
    fresh = true;
    classes_.add(feature);
  }
  // What crashes is no start for others: they would crash too.
  if (fresh && !run.outcome.bug()) corpus_.add(input, features);
  return fresh || new_crash;
}

}  // namespace cairn::explore

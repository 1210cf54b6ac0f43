#include "engine/explore/mutants.h"

#include <algorithm>
#include <utility>

#include "engine/base/hash.h"
#include "engine/explore/havoc.h"

namespace cairn::explore {

namespace {

// Runs of a burst: a few milliseconds, enough for something to come of it (256 cover as much, 64 cover less). Where
// each run is a process, recording it or not hardly matters.
constexpr std::size_t kCalls = 1024;
constexpr std::size_t kProcesses = 1;
constexpr std::size_t kShortening = 256;  // runs, for an input that reached something
constexpr std::uint32_t kHangs = 3;       // handed over; each costs a run's whole time, and they are much alike

// A batch has one standard input, one command line and one directory.
bool fits_a_batch(const trace::Input& input) {
  return std::ranges::all_of(input.objects, [](const trace::Object& object) {
    return object.kind == trace::ObjectKind::buffer || object.kind == trace::ObjectKind::memory;
  });
}

}  // namespace

Mutants::Mutants(const program::Program& program, const expr::Dag& dag, target::Target& recording, Start start,
                 Prior prior)
    : target_(&recording),
      start_(std::move(start)),
      prior_(std::move(prior)),
      words_(dag, program.words()),
      completions_(program.words()),
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
  words_.update();
  Burst burst;
  std::vector<trace::Input> inputs;
  bool ended = false;
  const std::size_t wanted = batches_ != nullptr ? kCalls : kProcesses;
  while (burst.runs < wanted && !ended) {
    const std::size_t room = batches_ != nullptr ? batches_->batch() : 1;
    inputs.clear();
    while (inputs.size() < std::min<std::size_t>(room, wanted - burst.runs)) {
      inputs.push_back(make(rng));
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

// What a flip points at comes before everything else, and what a comparison points at every other time.
trace::Input Mutants::make(base::Rng& rng) {
  if (auto completed = completions_.next()) return *std::move(completed);
  if (completions_.any_missed() && rng.coin()) return *completions_.next_missed();
  const auto [first, second] = corpus_.pick(rng);
  trace::Input input = first;
  havoc(input, second, prior_, words_, rng);
  return input;
}

// How many of them ran: what ends the process ends the batch.
base::Result<std::size_t> Mutants::run(std::span<const trace::Input> inputs, Burst& burst, bool& ended) {
  std::vector<trace::RawRun> runs;
  if (batches_ != nullptr) {
    TRY(runs, batches_->run_batch(inputs));
  } else {
    TRY(trace::RawRun only, patience_.run_once(*target_, inputs.front()));
    runs.push_back(std::move(only));
  }
  // All of them are looked at before the next run takes their place.
  std::vector<std::optional<News>> news;
  for (const trace::RawRun& each : runs) {
    news.push_back(news_of(each));
    ended |= each.outcome.ending == trace::Ending::timed_out;
  }
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (!news[i]) continue;
    trace::Input input = inputs[i];
    if (batches_ != nullptr && news[i]->reached) TRY_STATUS(shorten(input, *news[i], burst));
    take(input, *news[i], burst);
  }
  return runs.size();
}

std::optional<Mutants::News> Mutants::news_of(const trace::RawRun& run) {
  if (run.outcome.ending == trace::Ending::rejected) return std::nullopt;
  if (run.outcome.ending == trace::Ending::timed_out) return hangs_++ < kHangs ? std::optional(News{}) : std::nullopt;
  const auto features = classes_.features(run.counters, run.outcome.ending != trace::Ending::exited);
  corpus_.count(features);
  News news;
  for (const program::Feature feature : features) {
    if (classes_.seen(feature)) continue;
    news.first.push_back(feature);
    news.reached |= !classes_.executed(feature);
    classes_.add(feature);
  }
  // What crashes is no start for others: they would crash too.
  if (run.outcome.bug()) {
    std::uint64_t place = static_cast<std::uint64_t>(run.outcome.code);
    if (!run.fault.empty()) place = base::combine(place, run.fault.front());
    const bool elsewhere = crashes_.insert(place).second;
    return elsewhere || !news.first.empty() ? std::optional(News{}) : std::nullopt;
  }
  if (news.first.empty()) return std::nullopt;
  news.features.assign(features.begin(), features.end());
  return news;
}

void Mutants::take(const trace::Input& input, const News& news, Burst& burst) {
  if (!news.first.empty()) corpus_.add(input, news.features);
  burst.found.push_back(input);
}

base::Result<suite::Trial> Mutants::run_again(const trace::Input& input, News& news, Burst& burst) {
  TRY(const auto runs, batches_->run_batch({&input, 1}));
  ++burst.runs;
  const trace::RawRun& run = runs.front();
  if (const auto more = news_of(run)) take(input, *more, burst);
  // Others may hang too, and each would take its time.
  if (run.outcome.ending == trace::Ending::timed_out) return suite::Trial::stop;
  const auto features = classes_.features(run.counters, run.outcome.ending != trace::Ending::exited);
  const bool same = run.outcome.ending == trace::Ending::exited && std::ranges::includes(features, news.first);
  if (!same) return suite::Trial::fails;
  news.features.assign(features.begin(), features.end());
  return suite::Trial::serves;
}

// Short inputs are changed where it matters, and are the better tests.
base::Status Mutants::shorten(trace::Input& input, News& news, Burst& burst) {
  std::size_t left = kShortening;
  return suite::drop_bytes(input, [&](const trace::Input& shorter) -> base::Result<suite::Trial> {
    if (left == 0) return suite::Trial::stop;
    --left;
    return run_again(shorter, news, burst);
  });
}

}  // namespace cairn::explore

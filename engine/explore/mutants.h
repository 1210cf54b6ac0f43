// Mutants: changed inputs, run in bursts without recording. A run that is not recorded costs a tenth or a hundredth of
// one that is, so where conditions are easy chance is cheaper than solving, as it is for fuzzers. What shows something
// new is handed over to be recorded; what was recorded is offered in turn, so that each side goes on from what the
// other one found.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <unordered_set>
#include <vector>

#include "engine/base/result.h"
#include "engine/explore/completions.h"
#include "engine/explore/corpus.h"
#include "engine/explore/patience.h"
#include "engine/explore/prior.h"
#include "engine/explore/vocabulary.h"
#include "engine/program/hit_classes.h"
#include "engine/suite/shrink.h"
#include "engine/target/target.h"

namespace cairn::explore {

class Mutants {
 public:
  // Starts a target that need not record; called with the first burst.
  using Start = std::function<base::Result<std::unique_ptr<target::Target>>()>;

  // Without a start, mutants run on `recording`. The references outlive this object.
  Mutants(const program::Program& program, const expr::Dag& dag, target::Target& recording, Start start, Prior prior);

  // A recorded run and what it executed: its counters with those that follow from others.
  void offer(const trace::Input& input, const trace::Outcome& outcome, std::span<const std::uint32_t> counters);

  // A flip at that conditional made the one input of the other: words may go on where it began.
  void flipped(std::uint64_t conditional, const trace::Input& before, const trace::Input& after) {
    completions_.flipped(conditional, before, after);
  }

  // A conditional would have gone the other way with that letter there: words may begin with it.
  void missed(std::uint64_t conditional, const trace::Input& input, std::size_t object, std::size_t at,
              std::uint8_t letter) {
    completions_.missed(conditional, input, object, at, letter);
  }

  struct Burst {
    std::vector<trace::Input> found;  // worth recording
    std::uint64_t runs = 0;
  };
  // One burst. Requires ready(). An error means that no run can be had.
  base::Result<Burst> burst(base::Rng& rng);

  // The expressions are others.
  void forget() { words_.forget(); }

  // There is something to change.
  [[nodiscard]] bool ready() const { return !corpus_.empty(); }

 private:
  base::Status start();
  trace::Input make(base::Rng& rng);
  // What a run showed that is worth recording: a way to end, or features, some of them for the first time.
  struct News {
    std::vector<program::Feature> features;
    std::vector<program::Feature> first;
    bool reached = false;  // a place nobody was at before, not only one that was left more often
  };

  base::Result<std::size_t> run(std::span<const trace::Input> inputs, Burst& burst, bool& ended);
  std::optional<News> news_of(const trace::RawRun& run);
  // Drops bytes that what is new does not need.
  base::Status shorten(trace::Input& input, News& news, Burst& burst);
  // Runs an input in another form. When it shows the same news again, all it shows goes there.
  base::Result<suite::Trial> run_again(const trace::Input& input, News& news, Burst& burst);
  void take(const trace::Input& input, const News& news, Burst& burst);

  target::Target* target_;
  target::BatchTarget* batches_ = nullptr;  // the same, if it can run many at a time
  std::unique_ptr<target::Target> own_;
  Start start_;
  Prior prior_;
  Vocabulary words_;
  Completions completions_;
  program::HitClasses classes_;
  Corpus corpus_;
  Patience patience_;
  std::unordered_set<std::uint64_t> crashes_;
  std::uint32_t hangs_ = 0;
};

}  // namespace cairn::explore

// DART (Godefroid, Klarlund and Sen 2005): depth-first from a random input; when a run does not go where it was forced
// to, start over from a random input; when the search is through but a query or a run has failed, start over as well,
// since something may have been missed.
//
// What differs: the first input is given (zeros, or the user's), and after a hundred fresh starts that opened nothing
// it ends where DART goes on for ever.
#include <utility>

#include "engine/search/makers.h"

namespace cairn::search {

namespace {

constexpr std::uint32_t kFruitless = 100;

class Dart final : public Strategy {
 public:
  explicit Dart(Made inner) : inner_(std::move(inner)) {}

  Action propose(const View& view) override {
    if (std::exchange(diverged_, false)) return FreshRandom{};
    const Action action = inner_->propose(view);
    if (!std::holds_alternative<Done>(action)) {
      fruitless_ = 0;
      return action;
    }
    if (complete_ || fruitless_ >= kFruitless) return Done{};
    ++fruitless_;
    return FreshRandom{};
  }

  void observe(const View& view, const Observation& seen) override {
    if (seen.result == Result::diverged) diverged_ = true;
    if (seen.result == Result::diverged || seen.result == Result::unknown) complete_ = false;
    inner_->observe(view, seen);
  }

 private:
  Made inner_;
  bool complete_ = true;
  bool diverged_ = false;
  std::uint32_t fruitless_ = 0;
};

}  // namespace

Made make_dart(const StrategyOptions& options, base::Rng rng) {
  return std::make_unique<Dart>(make_last_dfs(options, rng));
}

}  // namespace cairn::search

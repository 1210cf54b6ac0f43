// Random testing (CREST's -random_input): the first run tells which inputs there are, then every run gives all of them
// uniformly random bytes and, where the length is an input too, a uniformly random length. The yardstick every solver
// based search must beat. Unlike in CREST the first run counts for coverage: its input is in the suite like any other.
#include "engine/search/makers.h"

namespace cairn::search {

namespace {

class RandomInput final : public Strategy {
 public:
  Action propose(const View&) override { return FreshRandom{}; }
  void observe(const View&, const Observation&) override {}
};

}  // namespace

std::unique_ptr<Strategy> make_random_input(const StrategyOptions&, base::Rng) {
  return std::make_unique<RandomInput>();
}

}  // namespace cairn::search

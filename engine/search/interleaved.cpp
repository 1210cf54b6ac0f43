// Interleaving (KLEE with several --search options): strategies take turns, all of them learn from everything.
//
// KLEE starts with the first and then goes through the others in reverse order; so does this. One that has nothing left
// to try is passed over.
#include <utility>
#include <vector>

#include "engine/base/check.h"
#include "engine/search/makers.h"

namespace cairn::search {

namespace {

class Interleaved final : public Strategy {
 public:
  explicit Interleaved(std::vector<Made> members) : members_(std::move(members)) { CHECK(!members_.empty()); }

  Action propose(const View& view) override {
    for (std::size_t tried = 0; tried < members_.size(); ++tried) {
      const std::size_t turn = next_;
      next_ = (next_ + members_.size() - 1) % members_.size();
      const Action action = members_[turn]->propose(view);
      if (!std::holds_alternative<Done>(action)) return action;
    }
    return Done{};
  }

  void observe(const View& view, const Observation& seen) override {
    for (const Made& member : members_) member->observe(view, seen);
  }

  bool take_back(const View& view, std::span<const tree::SideId> sides) override {
    bool all = true;
    for (const Made& member : members_) all &= member->take_back(view, sides);
    return all;
  }

  [[nodiscard]] Findings findings() const override {
    Findings all;
    for (const Made& member : members_) {
      const Findings some = member->findings();
      all.insert(all.end(), some.begin(), some.end());
    }
    return all;
  }

 private:
  std::vector<Made> members_;
  std::size_t next_ = 0;
};

}  // namespace

Made make_interleaved(std::vector<Made> members) { return std::make_unique<Interleaved>(std::move(members)); }

}  // namespace cairn::search

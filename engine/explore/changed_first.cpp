#include "engine/explore/changed_first.h"

#include <utility>

#include "engine/program/program.h"
#include "engine/search/opened.h"

namespace cairn::explore {

namespace {

class ChangedFirst final : public search::Strategy {
 public:
  ChangedFirst(std::unique_ptr<search::Strategy> inner, std::vector<bool> changed)
      : inner_(std::move(inner)), changed_(std::move(changed)) {}

  search::Action propose(const search::View& view) override {
    opened_.new_sides(view.tree, [&](tree::SideId side) {
      if (in_changed_code(view, side)) waiting_.push_back(side);
    });
    while (!waiting_.empty()) {
      const tree::SideId side = waiting_.back();
      waiting_.pop_back();
      if (view.tree.open(side)) return search::Flip{side};
    }
    return inner_->propose(view);
  }

  void observe(const search::View& view, const search::Observation& seen) override {
    if (search::reopened(view, seen) && in_changed_code(view, seen.side)) waiting_.push_back(seen.side);
    inner_->observe(view, seen);
  }

 private:
  [[nodiscard]] bool in_changed_code(const search::View& view, tree::SideId side) const {
    const program::Branch* branch = view.program.branch(view.tree.node(view.tree.node_of(side)).branch);
    return branch != nullptr && branch->function.valid() && changed_[branch->function.value];
  }

  std::unique_ptr<search::Strategy> inner_;
  std::vector<bool> changed_;
  search::Opened opened_;
  std::vector<tree::SideId> waiting_;
};

}  // namespace

std::unique_ptr<search::Strategy> make_changed_first(std::unique_ptr<search::Strategy> inner,
                                                     std::vector<bool> changed) {
  return std::make_unique<ChangedFirst>(std::move(inner), std::move(changed));
}

}  // namespace cairn::explore

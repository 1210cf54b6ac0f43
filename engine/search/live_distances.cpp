#include "engine/search/live_distances.h"

#include "engine/trace/contexts.h"

namespace cairn::search {

const program::Distances& LiveDistances::at(const View& view) {
  bool news = distances_ == nullptr;
  opened_.new_nodes(view.tree, [&](tree::NodeId id) {
    const tree::Node& node = view.tree.node(id);
    if (view.contexts == nullptr || node.context == 0 || node.context == trace::Contexts::kNone) return;
    const program::Branch* branch = view.program.branch(node.branch);
    if (branch == nullptr) return;
    news |= seen_.note(view.program, view.contexts->context(node.context).call_site, branch->function);
  });
  if (news) distances_ = std::make_unique<program::Distances>(view.program, options_, seen_);
  distances_->update(view.coverage);
  return *distances_;
}

}  // namespace cairn::search

#include "lab/subject.h"

#include <algorithm>

namespace cairn::lab {

base::Result<Subject> Subject::make(Model model) {
  TRY(auto process, markov::cover_process(model.chain));
  return Subject(std::move(model), std::move(process));
}

Subject::Subject(Model model, markov::CoverProcess process)
    : model_(std::move(model)),
      process_(std::move(process)),
      successors_(markov::successors_of(model_.chain)),
      optimum_(markov::backward_pass(process_).optimum()),
      paths_to_(model_.chain.size()),
      between_(model_.chain.size()) {
  for (State from = 0; from < chain().size(); ++from) {
    between_[from].resize(chain().size());
    // No more than the rooted ones, which the process has as its actions.
    const auto found = markov::simple_paths(chain(), from);
    for (const Path& path : *found) between_[from][path.back()].push_back(path);
  }
  for (const markov::Action& action : process_.actions) {
    if (action.path.empty()) continue;
    RootedPath& rooted = paths_.emplace_back();
    rooted.path = action.path;
    rooted.cost = action.cost;
    for (std::size_t i = 0; i + 1 < rooted.path.size(); ++i) rooted.before |= bit(rooted.path[i]);
    rooted.prefix = prefixes_.try_emplace(decided(rooted.path), prefixes_.size()).first->second;
    paths_to_[rooted.path.back()].push_back(paths_.size() - 1);
    longest_ = std::max(longest_, rooted.path.size());
  }
}

Path Subject::decided(const Path& path) const {
  if (path.size() < 2) return path;
  std::size_t last = path.size() - 2;
  while (last > 0 && !chain().branches(path[last])) --last;
  return {path.begin(), path.begin() + static_cast<std::ptrdiff_t>(last) + 2};
}

}  // namespace cairn::lab

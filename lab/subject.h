// What every heuristic knows about a model, computed once: its rooted paths, where decisions end, and its optimum.
#pragma once

#include <map>
#include <vector>

#include "engine/markov/estimate.h"
#include "engine/markov/solve.h"
#include "lab/model.h"

namespace cairn::lab {

using markov::Cover;
using markov::Path;
using markov::State;

inline Cover bit(State state) { return Cover{1} << state; }

struct RootedPath {
  Path path;
  double cost = 0;
  Cover before = 0;        // states but the last
  std::size_t prefix = 0;  // number of its decided prefix
};

class Subject {
 public:
  // An error when the model has no exact optimum (cover_process.h).
  static base::Result<Subject> make(Model model);

  [[nodiscard]] const std::string& name() const { return model_.name; }
  [[nodiscard]] const markov::Chain& chain() const { return model_.chain; }
  [[nodiscard]] const markov::CoverProcess& process() const { return process_; }
  [[nodiscard]] const markov::Successors& successors() const { return successors_; }
  [[nodiscard]] double optimum() const { return optimum_; }
  [[nodiscard]] Cover everything() const { return process_.states.back(); }

  // All rooted paths with a step or more.
  [[nodiscard]] const std::vector<RootedPath>& paths() const { return paths_; }
  // Indices into paths() of those that end in a state.
  [[nodiscard]] const std::vector<std::size_t>& paths_to(State state) const { return paths_to_[state]; }
  // Simple paths with a step or more from one state to another.
  [[nodiscard]] const std::vector<Path>& between(State from, State to) const { return between_[from][to]; }
  [[nodiscard]] std::size_t longest() const { return longest_; }  // states of the longest path

  // A path without what nothing decides any more: up to the state behind its last branch.
  [[nodiscard]] Path decided(const Path& path) const;
  // The number of a decided prefix, if it is one of a rooted path.
  [[nodiscard]] const std::map<Path, std::size_t>& prefixes() const { return prefixes_; }

 private:
  Subject(Model model, markov::CoverProcess process);

  Model model_;
  markov::CoverProcess process_;
  markov::Successors successors_;
  double optimum_;
  std::vector<RootedPath> paths_;
  std::vector<std::vector<std::size_t>> paths_to_;
  std::vector<std::vector<std::vector<Path>>> between_;
  std::map<Path, std::size_t> prefixes_;
  std::size_t longest_ = 1;
};

}  // namespace cairn::lab

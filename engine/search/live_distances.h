// Distances to what is uncovered, on a graph of calls that grows with what runs show.
//
// The calling context of a symbolic branch names the call that led into its function. When neither the facts nor
// earlier runs said so, the graph gets the edge and everything is computed anew: there are few such calls in a program.
// A function inlined into the one that was called seems to be called itself; it is reached in either case.
#pragma once

#include <memory>

#include "engine/program/distance.h"
#include "engine/search/opened.h"

namespace cairn::search {

class LiveDistances {
 public:
  explicit LiveDistances(program::DistanceOptions options = {}) : options_(options) {}

  // Up to date with the view's tree and coverage.
  const program::Distances& at(const View& view);

 private:
  program::DistanceOptions options_;
  program::SeenCalls seen_;
  Opened opened_;
  std::unique_ptr<program::Distances> distances_;
};

}  // namespace cairn::search

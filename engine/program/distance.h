// How far it is, in the static graph of all functions, from a place in the program to something not covered yet.
//
// The graph joins the control flow graphs of all functions. A call can be entered or stepped over; stepping over costs
// what the shortest way through a callee costs, and a call none of whose callees returns cannot be stepped over. An
// indirect call may reach every function of its type whose address is taken, and what runs have shown it to reach. With
// `returns`, the end of a function leads on to behind all of its callers' calls (which of them called is not known
// statically).
//
// Coverage only grows, so targets only vanish and distances only grow. The shortest ways form a forest with the targets
// as roots; when targets vanish, only what hangs below them is computed anew (Ramalingam and Reps 1996, the deleting
// half). tests/unit/engine/program compares it with computing everything by brute force.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/program/coverage.h"
#include "engine/program/program.h"
#include "engine/program/seen_calls.h"

namespace cairn::program {

enum class Unit : std::uint8_t {
  instructions,  // KLEE: every block costs its instructions; targets are uncovered blocks
  branches,      // CREST: every side taken costs one; targets are uncovered sides
};

struct DistanceOptions {
  Unit unit = Unit::instructions;
  bool returns = true;
};

class Distances {
 public:
  static constexpr std::uint32_t kUnreachable = 0xffffffffu;

  // Nothing is covered at first. The program outlives it.
  explicit Distances(const Program& program, DistanceOptions options = {}, SeenCalls seen = {});
  ~Distances();

  // Takes over what was covered since the last call; the number of distances that were computed anew.
  // Requires: the coverage holds at least what it held then.
  std::size_t update(const Coverage& coverage);

  // From having taken the side. 0 when the side itself, or the block it leads to, is an uncovered target.
  [[nodiscard]] std::uint32_t to_uncovered(SideId side) const;

 private:
  class Graph;
  std::unique_ptr<Graph> graph_;
};

}  // namespace cairn::program

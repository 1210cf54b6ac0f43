// Proofs by what they need. That a side is infeasible follows from a few conditions, its core: where a later version
// has them all on the way to a side, that side is infeasible too, whatever else has changed on the way. The answer
// store knows the same, but behind folding and slicing; here it takes the steps from the side that was asked for
// before.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/explore/precedent.h"
#include "engine/expr/expr.h"
#include "engine/suite/run_directory.h"
#include "engine/trace/objects.h"
#include "engine/tree/tree.h"

namespace cairn::explore {

class ProvenCores {
 public:
  // The proofs among a run's answers.
  explicit ProvenCores(std::span<const suite::StoredAnswer> answers);

  // Whether the conditions up to and including this side's, with what holds for every input, contain a core.
  [[nodiscard]] bool refute(const expr::Dag& dag, const trace::ObjectTable& objects, tree::Tree& tree,
                            tree::SideId side);

  // Expressions were dropped: their numbers mean nothing any more.
  void forget();

 private:
  using Member = std::uint32_t;
  static constexpr Member kNone = ~Member{0};

  Member member_of(const expr::Dag& dag, expr::ExprId condition);
  void walk_to(const expr::Dag& dag, tree::Tree& tree, tree::NodeId node);
  void learn_bounds(const expr::Dag& dag, const trace::ObjectTable& objects);

  std::unordered_map<std::uint64_t, Member> members_;  // conditions of cores, by hash
  std::vector<std::vector<std::uint32_t>> cores_of_;   // by member: the cores it stands in
  std::vector<std::vector<Member>> cores_;
  std::vector<Member> by_condition_;  // by expression; kUnseen: not looked up yet
  std::size_t objects_ = 0;           // whose bounds, which hold for every input, are counted in met_
  std::vector<std::uint32_t> met_;    // by member: how often it holds where walk_ ends
  std::vector<tree::SideId> walk_;    // from the root: the way to the side that was asked for last
};

// What an exploration knows, for those who settle its sides.
struct Knowledge {
  const expr::Dag& dag;
  const trace::ObjectTable& objects;
  tree::Tree& tree;
};

// What `first` does not settle is infeasible where a core says so. The knowledge must outlive the result.
std::unique_ptr<Precedent> with_proven_cores(std::unique_ptr<Precedent> first,
                                             std::span<const suite::StoredAnswer> answers, const Knowledge& knowledge);

}  // namespace cairn::explore

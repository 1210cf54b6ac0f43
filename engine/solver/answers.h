// Small helpers to build answers and sub-queries; used by every layer.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/expr/evaluate.h"
#include "engine/solver/solver.h"

namespace cairn::solver {

inline Answer sat(expr::Assignment assignment) {
  Answer answer;
  answer.verdict = Verdict::sat;
  answer.assignment = std::move(assignment);
  return answer;
}

inline Answer unsat(std::vector<std::uint32_t> core) {
  Answer answer;
  answer.verdict = Verdict::unsat;
  answer.core = std::move(core);
  return answer;
}

inline Answer unknown(std::string reason) {
  Answer answer;
  answer.reason = std::move(reason);
  return answer;
}

inline Answer unknown(Limit limit) {
  static constexpr std::array<const char*, 4> kReasons = {"", "step limit", "circuits too large", "wall-clock limit"};
  Answer answer = unknown(kReasons[static_cast<std::size_t>(limit)]);
  answer.limit = limit;
  return answer;
}

// A reason that several give.
inline constexpr const char* kWrongAssignment = "the assignment found does not satisfy the query";

// What limits that are generous from the start are multiplied by.
inline std::uint64_t patience_scale(const Query& query) {
  return std::uint64_t{1} << std::min(query.effort, kMostEffort);
}

// What the steps of a complete solver are multiplied by.
inline std::uint64_t effort_scale(const Query& query) { return patience_scale(query) * patience_scale(query); }

// How many steps complete solvers with this limit may take for a query; 0: any number.
inline std::uint64_t steps_for(const Query& query, std::uint64_t limit) {
  return query.steps != 0 ? query.steps : limit * effort_scale(query);
}

// When a complete solver with this limit is to be killed over a query that it was asked at `start`.
inline base::Context::Clock::time_point deadline_for(const Query& query, std::uint32_t wall_milliseconds,
                                                     base::Context::Clock::time_point start,
                                                     const base::Context& context) {
  return std::min<base::Context::Clock::time_point>(
      start + std::chrono::milliseconds(wall_milliseconds) * patience_scale(query), context.deadline);
}

inline std::vector<std::uint32_t> whole_core(const Query& query) {
  std::vector<std::uint32_t> core(query.constraints.size());
  std::iota(core.begin(), core.end(), 0u);
  return core;
}

// By evaluation of everything.
inline bool holds(const expr::Dag& dag, const Query& query, const expr::Assignment& assignment) {
  return expr::Evaluator(dag, query.constraints).first_zero(assignment) == query.constraints.size();
}

// The parent's assignment with `bytes` taken from `values`.
inline expr::Assignment merged(const expr::Assignment& parent, std::span<const expr::ByteId> bytes,
                               const expr::Assignment& values) {
  expr::Assignment result = parent;
  for (const expr::ByteId byte : bytes) result.set(byte, values.get(byte));
  return result;
}

// A part of a query. `kept` maps its constraints back to those of the whole.
struct Part {
  Query query;
  std::vector<std::uint32_t> kept;

  explicit Part(const Query& whole) {
    query.parent = whole.parent;
    query.effort = whole.effort;
    query.steps = whole.steps;
  }

  void keep(const Query& whole, std::uint32_t index) {
    query.constraints.push_back(whole.constraints[index]);
    kept.push_back(index);
  }
  // An answer about the part, said of the whole. Right for unsat and unknown; a sat assignment is the layer's to
  // complete.
  [[nodiscard]] Answer lift(Answer answer) const {
    for (std::uint32_t& index : answer.core) index = kept[index];
    return answer;
  }
};

}  // namespace cairn::solver

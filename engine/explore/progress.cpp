#include "engine/explore/progress.h"

#include <algorithm>

namespace cairn::explore {

void add_work(Totals& totals, const Totals& other) {
  totals.flips_tried += other.flips_tried;
  totals.flips_arrived += other.flips_arrived;
  totals.settled += other.settled;
  totals.queries += other.queries;
  totals.sat += other.sat;
  totals.unsat += other.unsat;
  totals.unknown += other.unknown;
  totals.stored += other.stored;
  totals.complete_calls += other.complete_calls;
  totals.complete_conditions += other.complete_conditions;
  totals.complete_largest = std::max(totals.complete_largest, other.complete_largest);
  totals.optimistic += other.optimistic;
  totals.optimistic_paths += other.optimistic_paths;
  totals.optimistic_sides += other.optimistic_sides;
  totals.solver_seconds += other.solver_seconds;
  totals.settle_seconds += other.settle_seconds;
  totals.bursts += other.bursts;
  totals.mutants += other.mutants;
  totals.mutants_found += other.mutants_found;
  totals.mutant_seconds += other.mutant_seconds;
  totals.strategy_seconds += other.strategy_seconds;
  totals.running_seconds += other.running_seconds;
  totals.decoding_seconds += other.decoding_seconds;
  totals.keeping_seconds += other.keeping_seconds;
}

}  // namespace cairn::explore

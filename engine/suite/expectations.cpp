#include "engine/suite/expectations.h"

namespace cairn::suite {

base::Result<Expectations> record_expectations(RunDirectory& directory, const Execute& program, std::size_t limit,
                                               const std::atomic<bool>& stop) {
  TRY(const auto tests, load_tests(directory.path()));
  Expectations result;
  for (const Test& test : tests) {
    if (stop || result.recorded + result.unsteady == limit) break;
    const PathRecord& path = test.content.path;
    // What a run that had to be ended printed until then depends on the clock.
    if (path.output || path.outcome.ending == trace::Ending::timed_out) continue;
    TRY(Behaviour seen, program(path.input));
    if (stop) break;
    if (seen.outcome != path.outcome || !seen.output) {
      ++result.unsteady;
      continue;
    }
    TRY_STATUS(directory.add_expectation(path.id, *seen.output));
    ++result.recorded;
  }
  TRY_STATUS(directory.flush());
  return result;
}

}  // namespace cairn::suite

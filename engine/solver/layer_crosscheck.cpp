// Crosscheck: answers of stores and of reasoning of our own are put to Z3, and a difference ends the program.
// Evaluation finds out every wrong assignment, but nothing else in the chain doubts a proof: a side that is wrongly
// infeasible is lost without a trace. Dear, and so for debug builds and for the layer "crosscheck" only.
//
// What a complete solver has answered is not asked again. Z3 counts in a context of its own: the run's figures stay.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>

#include "engine/solver/answers.h"
#include "engine/solver/layers.h"
#include "engine/solver/process_backend.h"

namespace cairn::solver {
namespace {

constexpr std::uint32_t kEffort = 2;  // of a doubt, which is not repeated: half a second or so

class Crosscheck final : public Solver {
 public:
  Crosscheck(Shared& shared, const ProcessOptions& z3, Below below)
      : shared_(shared),
        z3_(make_process_backend(own_, shared.dag, z3)),
        below_(std::move(below)),
        complete_calls_(shared.context.stats.counter("solver.complete_calls")),
        checked_(shared.context.stats.counter("solver.crosscheck.asked")) {}

  Answer solve(const Query& query) override {
    const std::uint64_t calls = complete_calls_;
    const Counters before = shared_.context.stats.counters();
    Answer answer = below_->solve(query);
    if (calls != complete_calls_ || answer.verdict == Verdict::unknown) return answer;
    ++checked_;
    if (answer.verdict == Verdict::sat) {
      if (!holds(shared_.dag, query, answer.assignment))
        fail("an assignment that does not satisfy the query", query, before);
    } else {
      Part core(query);
      core.query.effort = std::max(query.effort, kEffort);
      for (const std::uint32_t index : answer.core) core.keep(query, index);
      // Z3 may choose what the processor does not (the bits of a NaN): evaluation says whether it has found anything.
      const Answer found = z3_->solve(core.query);
      if (found.verdict == Verdict::sat && holds(shared_.dag, core.query, found.assignment))
        fail("infeasible what Z3 has a solution of", query, before);
    }
    return answer;
  }

 private:
  using Counters = std::map<std::string, std::uint64_t, std::less<>>;

  // Whoever has counted an answer has given it.
  [[noreturn]] void fail(const char* what, const Query& query, const Counters& before) {
    std::string who;
    for (const auto& [name, value] : shared_.context.stats.counters())
      if (const auto old = before.find(name);
          name.ends_with(".answered") && old != before.end() && old->second != value)
        who += " " + name;
    std::fprintf(stderr,
                 "cairn: internal error: the solver chain says %s (%zu conditions; answered by%s). Please report this, "
                 "with the queries of the run (--record-queries FILE).\n",
                 what, query.constraints.size(), who.c_str());
    std::abort();
  }

  Shared& shared_;
  base::Context own_{1};
  Below z3_, below_;
  std::uint64_t& complete_calls_;
  std::uint64_t& checked_;
};

}  // namespace

Below with_crosscheck(Shared& shared, const ProcessOptions& z3, Below below) {
  return std::make_unique<Crosscheck>(shared, z3, std::move(below));
}

}  // namespace cairn::solver

// IPPC: incremental partial path constraints (Koroglu and Sen, "Concolic testing with smaller constraints"). Solve the
// flipped condition alone; evaluate the others on what was found; add what is violated; again, until nothing is or the
// part is unsatisfiable, and then so is the whole. Most paths need a condition or two.
//
// The published form adds the first violated condition in path order. Ours adds all that are violated at once, since
// what is violated by one assignment tends to be needed in the end and each round costs a call, and after a few rounds
// asks for the whole. All rounds share the steps that the query may take: a part that is hard alone may have half of
// what is left, the whole gets the rest.
#include <algorithm>

#include "engine/expr/evaluate.h"
#include "engine/solver/answers.h"
#include "engine/solver/layer.h"
#include "engine/solver/layers.h"

namespace cairn::solver {
namespace {

constexpr unsigned kMostRounds = 6;  // of ours; the published form has no limit

class Ippc final : public Layer {
 public:
  Ippc(Shared& shared, bool published, std::uint64_t step_limit, Below below)
      : Layer(shared.context, published ? "published-ippc" : "ippc", std::move(below)),
        shared_(shared),
        published_(published),
        step_limit_(step_limit),
        calls_(shared.context.stats.counter("solver.ippc.calls")),
        conditions_(shared.context.stats.counter("solver.ippc.conditions")),
        largest_(shared.context.stats.counter("solver.ippc.largest")),
        average_(shared.context.stats.gauge("solver.ippc.average")) {}

 protected:
  Answer decide(const Query& query) override {
    if (query.constraints.empty()) return ask_below(query);
    const auto goal = static_cast<std::uint32_t>(query.constraints.size() - 1);
    std::vector<bool> chosen(query.constraints.size());
    chosen[goal] = true;
    expr::Evaluator all(shared_.dag, query.constraints);
    const std::uint64_t most = published_ ? 0 : steps_for(query, step_limit_);
    std::uint64_t steps = 0;
    for (unsigned round = 0;; ++round) {
      if (!published_ && round == kMostRounds) chosen.assign(chosen.size(), true);
      Part part(query);
      for (std::uint32_t i = 0; i <= goal; ++i)
        if (chosen[i]) part.keep(query, i);
      const bool whole = part.kept.size() == chosen.size();
      if (most != 0) part.query.steps = whole ? most - steps : (most - steps + 1) / 2;
      count(part.kept.size());
      Answer answer = part.lift(ask_below(part.query));
      steps += answer.steps;
      answer.steps = steps;
      if (answer.verdict != Verdict::sat) {
        // A part that is too hard says nothing of the whole, which may be easier, and one that is too large for half of
        // the steps may leave enough for the whole. But without a limit the whole is larger still, and a part that had
        // to be killed has cost enough.
        if (answer.verdict == Verdict::unsat || published_ || whole || (answer.limit == Limit::size && most == 0) ||
            answer.limit == Limit::clock || (most != 0 && steps >= most))
          return answer;
        round = kMostRounds - 1;
        continue;
      }
      if (!add_violated(all.run(answer.assignment), chosen)) return answer;
      if (most != 0 && steps >= most) return out_of_steps(steps);
    }
  }

 private:
  // Says whether there was anything to add.
  bool add_violated(std::span<const expr::u128> values, std::vector<bool>& chosen) const {
    bool added = false;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (values[i] != 0 || chosen[i]) continue;
      chosen[i] = added = true;
      if (published_) break;
    }
    return added;
  }

  static Answer out_of_steps(std::uint64_t steps) {
    Answer answer = unknown(Limit::steps);
    answer.steps = steps;
    return answer;
  }

  void count(std::size_t size) {
    ++calls_;
    conditions_ += size;
    largest_ = std::max<std::uint64_t>(largest_, size);
    average_ = static_cast<double>(conditions_) / static_cast<double>(calls_);
  }

  Shared& shared_;
  const bool published_;
  const std::uint64_t step_limit_;
  std::uint64_t& calls_;
  std::uint64_t& conditions_;
  std::uint64_t& largest_;
  double& average_;
};

}  // namespace

Below with_ippc(Shared& shared, std::uint64_t step_limit, Below below) {
  return std::make_unique<Ippc>(shared, false, step_limit, std::move(below));
}

Below with_published_ippc(Shared& shared, Below below) {
  return std::make_unique<Ippc>(shared, true, 0, std::move(below));
}

}  // namespace cairn::solver

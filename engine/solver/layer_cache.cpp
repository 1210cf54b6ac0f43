// Cache: answers given before, by structural hash. It stands below the slice, where the same few conditions come back
// on many paths; whole path conditions hardly ever repeat.
//
// That a query was given up is remembered too, for this session only: a hard slice that comes back on every path would
// otherwise cost its limit each time. It is tried again with four times the effort when it has come back eight times,
// or when whoever asks allows that much.
#include <algorithm>
#include <unordered_map>

#include "engine/base/hash.h"
#include "engine/solver/answers.h"
#include "engine/solver/layer.h"
#include "engine/solver/layers.h"

namespace cairn::solver {
namespace {

class Cache final : public Layer {
 public:
  Cache(Shared& shared, AnswerStore& store, Below below)
      : Layer(shared.context, "cache", std::move(below)),
        shared_(shared),
        store_(store),
        spared_(shared.context.stats.counter("solver.cache.spared")) {}

 protected:
  Answer decide(const Query& query) override {
    if (query.constraints.empty()) return ask_below(query);
    std::vector<std::uint64_t> hashes;
    for (const expr::ExprId id : query.constraints) hashes.push_back(shared_.dag.hash(id));
    std::ranges::sort(hashes);
    hashes.erase(std::ranges::unique(hashes).begin(), hashes.end());

    if (const auto stored = store_.lookup(hashes))
      if (auto answer = recall(query, *stored)) return std::move(*answer);
    GivenUp& past = given_up_[query_key(hashes)];
    if (past.asked > 0 && past.asked < past.retry_at && query.effort < past.effort) {
      ++past.asked;
      ++spared_;
      return unknown("given up before: " + past.reason);
    }
    Query harder = query;
    harder.effort = std::max(query.effort, past.effort);
    Answer answer = ask_below(harder);
    const bool wrong = answer.verdict == Verdict::sat && !holds(shared_.dag, query, answer.assignment);
    if (answer.verdict != Verdict::unknown && !wrong) {
      store_.insert(hashes, record(query, answer));
      given_up_.erase(query_key(hashes));
    } else if (shared_.context.over()) {
      given_up_.erase(query_key(hashes));  // cut short: that says nothing of the query
    } else {
      // A wrong assignment is passed on, for the check to count.
      past.give_up(wrong ? kWrongAssignment : answer.reason, harder.effort);
    }
    return answer;
  }

 private:
  struct GivenUp {
    std::uint64_t asked = 0, retry_at = 0;
    std::uint32_t effort = 0;  // of the next try
    std::string reason;

    void give_up(const std::string& why, std::uint32_t spent) {
      reason = why;
      ++asked;
      retry_at = spent < kMostEffort ? 8 * asked : ~std::uint64_t{0};
      effort = spent + 1;
    }
  };

  // What is stored is a hint until evaluation agrees; nothing when it does not.
  std::optional<Answer> recall(const Query& query, const StoredAnswer& stored) {
    if (!stored.sat) {
      std::vector<std::uint32_t> core;
      for (std::uint32_t i = 0; i < query.constraints.size(); ++i)
        if (std::ranges::binary_search(stored.core, shared_.dag.hash(query.constraints[i]))) core.push_back(i);
      return unsat(std::move(core));
    }
    const std::unordered_map<std::uint64_t, std::uint8_t> values(stored.values.begin(), stored.values.end());
    expr::Assignment assignment = *query.parent;
    for (const expr::ExprId id : query.constraints)
      for (const expr::ByteId byte : shared_.supports.of(id))
        if (const auto found = values.find(name(byte)); found != values.end()) assignment.set(byte, found->second);
    if (!holds(shared_.dag, query, assignment)) return std::nullopt;
    return sat(std::move(assignment));
  }

  StoredAnswer record(const Query& query, const Answer& answer) {
    StoredAnswer stored;
    stored.sat = answer.verdict == Verdict::sat;
    stored.steps = answer.steps;
    if (stored.sat) {
      for (const expr::ExprId id : query.constraints)
        for (const expr::ByteId byte : shared_.supports.of(id))
          stored.values.emplace_back(name(byte), answer.assignment.get(byte));
      std::ranges::sort(stored.values);
      stored.values.erase(std::ranges::unique(stored.values).begin(), stored.values.end());
    } else {
      for (const std::uint32_t index : answer.core) stored.core.push_back(shared_.dag.hash(query.constraints[index]));
      std::ranges::sort(stored.core);
      stored.core.erase(std::ranges::unique(stored.core).begin(), stored.core.end());
    }
    return stored;
  }

  // Byte numbers change from run to run; object and offset do not.
  std::uint64_t name(expr::ByteId byte) const {
    const expr::ByteName name = shared_.dag.byte_name(byte);
    return base::combine(base::combine(name.named ? 1 : 0, name.object), name.offset);
  }

  Shared& shared_;
  AnswerStore& store_;
  std::uint64_t& spared_;  // queries not asked again because they were given up before
  std::unordered_map<std::uint64_t, GivenUp> given_up_;
};

}  // namespace

Below with_cache(Shared& shared, AnswerStore& store, Below below) {
  return std::make_unique<Cache>(shared, store, std::move(below));
}

}  // namespace cairn::solver

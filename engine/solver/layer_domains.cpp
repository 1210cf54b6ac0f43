// Domains: a condition on one byte is a set of 256 values, found by evaluation once and kept. Intersecting the sets of
// a slice decides every query over one byte, and refutes any query whose one-byte conditions contradict each other.
// What has few combinations left, or comes to few states, is decided by trying them (enumeration.h). Parsers ask little
// else.
#include <algorithm>
#include <cmath>

#include "engine/base/hash.h"
#include "engine/solver/answers.h"
#include "engine/solver/enumeration.h"
#include "engine/solver/layer.h"
#include "engine/solver/layers.h"

namespace cairn::solver {
namespace {

// So few combinations of values are tried out at once; any number where cheaper layers have failed, as they often come
// to few states.
constexpr double kFewBits = 20;
constexpr std::uint64_t kFew = 1'000'000;  // steps
constexpr std::uint64_t kMuch = 4'000'000;

class DomainLayer final : public Layer {
 public:
  DomainLayer(Shared& shared, Patience patience, Below below)
      : Layer(shared.context, "domains", std::move(below)), shared_(shared), patience_(patience) {}

 protected:
  Answer decide(const Query& query) override {
    if (query.constraints.empty()) return ask_below(query);
    Domains domains;
    std::vector<std::uint32_t> wider;  // constraints on more than one byte
    // The goal first, so that it is among the reasons of a contradiction whenever it can be.
    for (auto i = static_cast<std::uint32_t>(query.constraints.size()); i-- > 0;) {
      const expr::ExprId id = query.constraints[i];
      const auto bytes = shared_.supports.of(id);
      if (bytes.empty()) {
        const auto value = shared_.dag.constant_value(id);
        if (!value) return ask_below(query);
        if (*value == 0) return unsat({i});
        continue;
      }
      if (bytes.size() > 1) {
        wider.push_back(i);
        for (const expr::ByteId byte : bytes) domains.of(byte);
        continue;
      }
      Left<ByteSet>& left = domains.of(bytes.front());
      if (!left.narrow(shared_.byte_conditions.allowed(id, bytes.front()), i))
        return unsat(shrink(query, std::move(left.narrowing)));
    }
    if (wider.empty()) return sat(choose(query, domains));
    if (const std::uint64_t steps = steps_for(query, domains); steps > 0)
      if (Answer answer = enumerate(shared_, query, domains, wider, steps); answer.verdict != Verdict::unknown)
        return answer;
    return ask_below(query);
  }

 private:
  // Drops what a contradiction between one-byte conditions does not need, oldest first.
  std::vector<std::uint32_t> shrink(const Query& query, std::vector<std::uint32_t> core) {
    for (std::size_t drop = core.size(); drop-- > 0;) {
      ByteSet rest = ByteSet::all();
      for (std::size_t i = 0; i < core.size(); ++i) {
        const expr::ExprId id = query.constraints[core[i]];
        if (i != drop) rest &= shared_.byte_conditions.allowed(id, shared_.supports.of(id).front());
      }
      if (rest.empty()) core.erase(core.begin() + static_cast<std::ptrdiff_t>(drop));
    }
    std::ranges::sort(core);
    return core;
  }

  // Any allowed value will do. Taking one at random, as far as the goal's hash is random, keeps the inputs diverse and
  // the answer a function of the query.
  expr::Assignment choose(const Query& query, const Domains& domains) {
    expr::Assignment result = *query.parent;
    for (const auto& [byte, domain] : domains) {
      if (domain.allowed.contains(result.get(byte))) continue;
      const auto values = domain.allowed.values();
      result.set(byte, values.at[base::combine(shared_.dag.hash(query.constraints.back()), byte.value) % values.count]);
    }
    return result;
  }

  // How long combinations are tried; 0: not at all.
  std::uint64_t steps_for(const Query& query, const Domains& domains) const {
    if (patience_ == Patience::much) return kMuch * patience_scale(query);
    double bits = 0;
    for (const auto& [byte, domain] : domains) bits += std::log2(domain.allowed.size());
    return bits <= kFewBits ? kFew : 0;
  }

  Shared& shared_;
  const Patience patience_;
};

}  // namespace

Below with_domains(Shared& shared, Patience patience, Below below) {
  return std::make_unique<DomainLayer>(shared, patience, std::move(below));
}

}  // namespace cairn::solver

// Domains: a condition on one byte is a set of 256 values, found by evaluation once and kept. Intersecting the sets of
// a slice decides every query over one byte, and refutes any query whose one-byte conditions contradict each other. Two
// bytes are decided by trying the pairs their sets leave over. Parsers ask little else.
#include <algorithm>
#include <map>

#include "engine/base/hash.h"
#include "engine/expr/evaluate.h"
#include "engine/solver/answers.h"
#include "engine/solver/byte_set.h"
#include "engine/solver/layer.h"
#include "engine/solver/layers.h"

namespace cairn::solver {
namespace {

// What the one-byte conditions of a query say of one byte.
struct Domain {
  ByteSet allowed = ByteSet::all();
  std::vector<std::uint32_t> narrowing;  // the constraints that took something away
};

class Domains final : public Layer {
 public:
  Domains(Shared& shared, Below below) : Layer(shared.context, "domains", std::move(below)), shared_(shared) {}

 protected:
  Answer decide(const Query& query) override {
    if (query.constraints.empty()) return ask_below(query);
    std::map<expr::ByteId, Domain> domains;
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
        for (const expr::ByteId byte : bytes) domains.try_emplace(byte);
        continue;
      }
      Domain& domain = domains[bytes.front()];
      const ByteSet before = domain.allowed;
      domain.allowed &= shared_.byte_conditions.allowed(id, bytes.front());
      if (domain.allowed != before) domain.narrowing.push_back(i);
      if (domain.allowed.empty()) return unsat(shrink(query, std::move(domain.narrowing)));
    }
    if (wider.empty()) return sat(choose(query, domains));
    if (domains.size() == 2) return try_pairs(query, domains, wider);
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
  expr::Assignment choose(const Query& query, const std::map<expr::ByteId, Domain>& domains) {
    expr::Assignment result = *query.parent;
    for (const auto& [byte, domain] : domains) {
      if (domain.allowed.contains(result.get(byte))) continue;
      const auto values = domain.allowed.values();
      result.set(byte, values.at[base::combine(shared_.dag.hash(query.constraints.back()), byte.value) % values.count]);
    }
    return result;
  }

  Answer try_pairs(const Query& query, const std::map<expr::ByteId, Domain>& domains,
                   const std::vector<std::uint32_t>& wider) {
    const auto& [first, first_domain] = *domains.begin();
    const auto& [second, second_domain] = *domains.rbegin();
    std::vector<expr::ExprId> roots;
    for (const std::uint32_t index : wider) roots.push_back(query.constraints[index]);
    expr::Evaluator evaluator(shared_.dag, roots);

    const auto a = first_domain.allowed.values(), b = second_domain.allowed.values();
    const std::uint64_t salt = shared_.dag.hash(query.constraints.back());
    const unsigned a0 = static_cast<unsigned>(salt % a.count), b0 = static_cast<unsigned>((salt >> 32) % b.count);
    expr::Assignment candidate = *query.parent;
    for (unsigned i = 0; i < a.count; ++i) {
      candidate.set(first, a.at[(a0 + i) % a.count]);
      for (unsigned j = 0; j < b.count; ++j) {
        candidate.set(second, b.at[(b0 + j) % b.count]);
        if (evaluator.first_zero(candidate) == roots.size()) return sat(std::move(candidate));
      }
    }
    std::vector<std::uint32_t> core = wider;
    for (const auto& [byte, domain] : domains)
      core.insert(core.end(), domain.narrowing.begin(), domain.narrowing.end());
    std::ranges::sort(core);
    return unsat(std::move(core));
  }

  Shared& shared_;
};

}  // namespace

Below with_domains(Shared& shared, Below below) { return std::make_unique<Domains>(shared, std::move(below)); }

}  // namespace cairn::solver

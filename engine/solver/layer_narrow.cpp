// Narrow: bits of input bytes that the one-byte conditions leave no choice become constants, before a query goes to a
// complete solver. A decimal digit has four free bits, and a number of two digits seven; circuits of 32 bits fold down
// to that, and a product or quotient of such numbers is solved in milliseconds where one of whole words is given up.
//
// Each byte x is replaced by f(x), which has the fixed bits set and the others from x. Where the one-byte conditions
// hold, f(x) = x; so what has no solution after the replacement has none together with them, and a solution x gives the
// solution f(x). Entries of tables are not rewritten and still have x: a byte that stands in one keeps its conditions
// as they are, so that f(x) = x in every solution.
#include <algorithm>
#include <map>
#include <optional>
#include <unordered_set>

#include "engine/solver/answers.h"
#include "engine/solver/layer.h"
#include "engine/solver/layers.h"
#include "engine/solver/left.h"
#include "engine/solver/rewriting.h"

namespace cairn::solver {
namespace {

using expr::ByteId;
using expr::ExprId;
using expr::Op;

struct Fixed {
  std::uint8_t mask = 0;  // which bits
  std::uint8_t bits = 0;  // their values
  std::vector<std::uint32_t> because;
  bool in_table = false;

  [[nodiscard]] std::uint8_t apply(std::uint8_t value) const {
    return static_cast<std::uint8_t>((value & ~mask) | bits);
  }
};
using FixedBytes = std::map<ByteId, Fixed>;

// Input bytes with their fixed bits as constants.
class FixedInputs {
 public:
  FixedInputs(expr::Dag& dag, const FixedBytes& fixed) : dag_(dag), fixed_(fixed) {}

  std::optional<Replaced> replace(ExprId id) {
    const expr::Node node = dag_.node(id);  // a copy: making nodes may move them
    if (node.op != Op::Input) return std::nullopt;
    const ByteId first(static_cast<std::uint32_t>(node.imm)), end(first.value + node.width / 8u);
    if (const auto found = fixed_.lower_bound(first); found == fixed_.end() || found->first >= end) return std::nullopt;
    Replaced result{};
    for (ByteId byte = first; byte < end; byte = ByteId(byte.value + 1)) {
      result.by = joined(of_byte(byte), result.by);
      if (const auto found = fixed_.find(byte); found != fixed_.end())
        result.because = united(result.because, found->second.because);
    }
    return result;
  }

 private:
  // From runs of bits that are all fixed or all free.
  ExprId of_byte(ByteId byte) {
    const ExprId whole = dag_.input(byte, 1);
    const auto found = fixed_.find(byte);
    if (found == fixed_.end()) return whole;
    const Fixed& fixed = found->second;
    ExprId result{};
    for (unsigned low = 0, high = 0; low < 8; low = high) {
      const bool constant = ((fixed.mask >> low) & 1) != 0;
      while (high < 8 && (((fixed.mask >> high) & 1) != 0) == constant) ++high;
      const unsigned width = high - low;
      result = joined(
          constant ? dag_.constant((fixed.bits >> low) & ((1u << width) - 1), width) : dag_.extract(whole, low, width),
          result);
    }
    return result;
  }

  ExprId joined(ExprId high, ExprId low) {
    return low.valid() ? dag_.make(Op::Concat, dag_.width(high) + dag_.width(low), high, low) : high;
  }

  expr::Dag& dag_;
  const FixedBytes& fixed_;
};

class Narrow final : public Layer {
 public:
  Narrow(Shared& shared, Below below) : Layer(shared.context, "narrow", std::move(below)), shared_(shared) {}

 protected:
  Answer decide(const Query& query) override {
    const FixedBytes fixed = fixed_bytes(query);
    if (fixed.empty()) return ask_below(query);
    FixedInputs inputs(shared_.dag, fixed);
    Rewriting rewriting(shared_.dag, [&](ExprId id) { return inputs.replace(id); });
    RewrittenQuery rewritten(shared_.dag, query);
    for (const ExprId id : query.constraints)
      if (auto refuted = rewritten.add(stays(id, fixed) ? Replaced{id} : rewriting.of(id))) return std::move(*refuted);
    Answer answer = rewritten.lift(ask_below(rewritten.query()));
    if (answer.verdict == Verdict::sat)
      for (const auto& [byte, bits] : fixed) answer.assignment.set(byte, bits.apply(answer.assignment.get(byte)));
    return answer;
  }

 private:
  FixedBytes fixed_bytes(const Query& query) {
    Domains domains;
    for (std::uint32_t i = 0; i < query.constraints.size(); ++i) {
      const auto support = shared_.supports.of(query.constraints[i]);
      if (support.size() != 1) continue;
      const ByteSet& allowed = shared_.byte_conditions.allowed(query.constraints[i], support.front());
      if (!domains.of(support.front()).narrow(allowed, i)) return {};  // unsatisfiable, which others find
    }
    FixedBytes result;
    for (auto& [byte, left] : domains) {
      const auto values = left.allowed.values();
      std::uint8_t all = 0xff, any = 0;
      for (unsigned i = 0; i < values.count; ++i) all &= values.at[i], any |= values.at[i];
      const auto mask = static_cast<std::uint8_t>(~(all ^ any));
      if (mask != 0) result.emplace(byte, Fixed{mask, all, std::move(left.narrowing)});  // ascending, as read
    }
    if (!result.empty()) find_in_tables(query, result);
    return result;
  }

  void find_in_tables(const Query& query, FixedBytes& fixed) const {
    std::unordered_set<std::uint64_t> tables;
    std::vector<ExprId> entries;
    each_node(query.constraints, [&](const expr::Node& node) {
      if (node.op != Op::TableRead || !tables.insert(node.imm).second) return;
      std::ranges::copy_if(shared_.dag.table(expr::TableId(static_cast<std::uint32_t>(node.imm))).exprs,
                           std::back_inserter(entries), &ExprId::valid);
    });
    each_node(entries, [&](const expr::Node& node) {
      if (node.op != Op::Input) return;
      const ByteId first(static_cast<std::uint32_t>(node.imm)), end(first.value + node.width / 8u);
      for (auto each = fixed.lower_bound(first); each != fixed.end() && each->first < end; ++each)
        each->second.in_table = true;
    });
  }

  template <class Visit>
  void each_node(std::span<const ExprId> roots, const Visit& visit) const {
    expr::Walk walk;
    expr::IdMap seen;
    for (const ExprId root : roots)
      expr::post_order(
          shared_.dag, root, walk, [&](ExprId id) { return seen.contains(id); },
          [&](ExprId id) {
            seen.insert(id, 0);
            visit(shared_.dag.node(id));
          });
  }

  bool stays(ExprId condition, const FixedBytes& fixed) {
    const auto support = shared_.supports.of(condition);
    if (support.size() != 1) return false;
    const auto found = fixed.find(support.front());
    return found != fixed.end() && found->second.in_table;
  }

  Shared& shared_;
};

}  // namespace

Below with_narrow(Shared& shared, Below below) { return std::make_unique<Narrow>(shared, std::move(below)); }

}  // namespace cairn::solver

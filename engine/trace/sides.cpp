#include "engine/trace/sides.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "engine/base/check.h"
#include "engine/base/hash.h"

namespace cairn::trace {
namespace {

using expr::ExprId;
using expr::Op;

// Case values from `low` to `high`, both included.
struct Range {
  std::uint64_t low, high;
};

std::uint64_t low_bits(unsigned width) { return width >= 64 ? ~0ull : (1ull << width) - 1; }

std::vector<Range> ranges_of(std::span<const std::uint64_t> cases, std::uint64_t mask) {
  std::vector<std::uint64_t> sorted(cases.begin(), cases.end());
  for (auto& value : sorted) value &= mask;
  std::sort(sorted.begin(), sorted.end());
  std::vector<Range> ranges;
  for (const std::uint64_t value : sorted) {
    if (!ranges.empty() && value - ranges.back().high <= 1) {
      ranges.back().high = value;
    } else {
      ranges.push_back({value, value});
    }
  }
  return ranges;
}

struct DefaultKey {
  std::uint32_t branch;
  ExprId value;
  bool operator==(const DefaultKey&) const = default;
};

struct DefaultHash {
  std::size_t operator()(const DefaultKey& key) const {
    return base::mix((std::uint64_t{key.branch} << 32) | key.value.value);
  }
};

}  // namespace

struct Sides::Impl {
  expr::Dag& dag;
  const SwitchCases& cases;
  std::unordered_map<std::uint64_t, std::vector<Range>> ranges{};  // by branch and width
  std::unordered_map<DefaultKey, ExprId, DefaultHash> defaults{};
  std::vector<ExprId> negated{};  // by condition

  ExprId outside(ExprId value, const Range& range) {
    const unsigned width = dag.width(value);
    const ExprId low = dag.constant(range.low, width);
    if (range.low == range.high) return dag.negate(dag.equal(value, low));
    // Not within the range: value - low > high - low, without sign.
    return dag.make(Op::Ult, 1, dag.constant(range.high - range.low, width), dag.make(Op::Sub, width, value, low));
  }

  ExprId default_condition(std::uint32_t branch, ExprId value, std::span<const std::uint64_t> values) {
    const auto [cached, fresh] = defaults.try_emplace({branch, value});
    if (!fresh) return cached->second;
    const unsigned width = dag.width(value);
    auto [known, first] = ranges.try_emplace((std::uint64_t{branch} << 8) | width);
    if (first) known->second = ranges_of(values, low_bits(width));
    ExprId all = dag.truth(true);
    for (const Range& range : known->second) all = dag.make(Op::And, 1, all, outside(value, range));
    return cached->second = all;
  }
};

Sides::Sides(expr::Dag& dag, const SwitchCases& cases) : impl_(new Impl{dag, cases}) {}
Sides::~Sides() = default;

ExprId Sides::switch_condition(std::uint32_t branch, ExprId value, std::uint32_t outcome) {
  const auto values = impl_->cases.cases_of(branch);
  CHECK(values.has_value() && outcome <= values->size());
  if (outcome == values->size()) return impl_->default_condition(branch, value, *values);
  const unsigned width = impl_->dag.width(value);
  return impl_->dag.equal(value, impl_->dag.constant((*values)[outcome] & low_bits(width), width));
}

ExprId Sides::negate(ExprId condition) {
  auto& negated = impl_->negated;
  if (condition.value >= negated.size()) negated.resize(impl_->dag.size());
  if (!negated[condition.value].valid()) negated[condition.value] = impl_->dag.negate(condition);
  return negated[condition.value];
}

}  // namespace cairn::trace

// Supports as interned sets of runs of bytes: a checksum over a long input makes thousands of sets that each add one
// byte to the last, and as runs they stay small. A set is spelt out as a vector only when somebody asks for it.
#include "engine/expr/support.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "engine/base/hash.h"
#include "engine/expr/id_map.h"

namespace cairn::expr {
namespace {

struct Run {
  std::uint32_t first, end;

  bool operator==(const Run&) const = default;
};
using Runs = std::vector<Run>;  // sorted, neither touching nor overlapping

Runs join(const Runs& x, const Runs& y) {
  Runs result;
  result.reserve(x.size() + y.size());
  for (auto i = x.begin(), j = y.begin(); i != x.end() || j != y.end();) {
    const bool left = j == y.end() || (i != x.end() && i->first <= j->first);
    const Run next = left ? *i++ : *j++;
    if (!result.empty() && next.first <= result.back().end) {
      result.back().end = std::max(result.back().end, next.end);
    } else {
      result.push_back(next);
    }
  }
  return result;
}

}  // namespace

struct Supports::Impl {
  using SetId = std::uint32_t;
  static constexpr SetId kEmpty = 0, kUnknown = 0xffffffffu;

  struct Set {
    Runs runs;
    std::span<const ByteId> bytes;  // once spelt out
  };

  explicit Impl(const Dag& d) : dag(d) { intern({}); }

  SetId intern(Runs runs) {
    const std::uint64_t hash = base::hash_bytes(runs.data(), runs.size() * sizeof(Run));
    const auto [begin, end] = ids.equal_range(hash);
    for (auto it = begin; it != end; ++it) {
      if (sets[it->second]->runs == runs) return it->second;
    }
    const auto id = static_cast<SetId>(sets.size());
    sets.push_back(std::make_unique<Set>(Set{std::move(runs), {}}));
    ids.emplace(hash, id);
    return id;
  }

  SetId unite(SetId x, SetId y) {
    if (x == y || y == kEmpty) return x;
    if (x == kEmpty) return y;
    const std::uint64_t key = std::uint64_t{std::min(x, y)} << 32 | std::max(x, y);
    const auto [it, fresh] = unions.try_emplace(key, kUnknown);
    if (fresh) it->second = intern(join(sets[x]->runs, sets[y]->runs));
    return it->second;
  }

  void visit(ExprId id) {
    const Node& n = dag.node(id);
    SetId set = kEmpty;
    if (n.op == Op::Input) {
      const auto first = static_cast<std::uint32_t>(n.imm);
      set = intern({{first, first + n.width / 8u}});
    }
    for (const ExprId operand : {n.a, n.b, n.c}) {
      if (operand.valid()) set = unite(set, of_node[operand.value]);
    }
    if (n.op == Op::TableRead) set = unite(set, of_table(TableId(static_cast<std::uint32_t>(n.imm))));
    of_node[id.value] = set;
  }

  SetId of_table(TableId id) {
    const auto known = tables.find(id.value);
    if (known != tables.end()) return known->second;
    SetId set = kEmpty;
    for (const ExprId entry : dag.table(id).exprs) {
      if (entry.valid()) set = unite(set, of_node[entry.value]);
    }
    tables.emplace(id.value, set);
    return set;
  }

  // Sets of one run, by far the most, are windows into one list of all bytes.
  void spell(Set& set) {
    if (set.runs.empty()) return;
    if (set.runs.size() == 1) {
      const Run run = set.runs[0];
      if (run.end > all_size) {
        all_size = std::max<std::size_t>(2 * all_size, run.end);
        all = lists.emplace_back(std::make_unique_for_overwrite<ByteId[]>(all_size)).get();
        for (std::uint32_t byte = 0; byte < all_size; ++byte) all[byte] = ByteId(byte);
      }
      set.bytes = {all + run.first, all + run.end};
      return;
    }
    std::size_t size = 0;
    for (const Run run : set.runs) size += run.end - run.first;
    ByteId* out = lists.emplace_back(std::make_unique_for_overwrite<ByteId[]>(size)).get();
    set.bytes = {out, size};
    for (const Run run : set.runs) {
      for (std::uint32_t byte = run.first; byte < run.end; ++byte) *out++ = ByteId(byte);
    }
  }

  const Dag& dag;
  std::vector<std::unique_ptr<ByteId[]>> lists;  // never move: spans into them are given out
  ByteId* all = nullptr;
  std::size_t all_size = 0;
  std::vector<SetId> of_node;
  std::vector<std::unique_ptr<Set>> sets;
  std::unordered_multimap<std::uint64_t, SetId> ids;
  std::unordered_map<std::uint64_t, SetId> unions;
  std::unordered_map<std::uint32_t, SetId> tables;
  Walk walk;
};

Supports::Supports(const Dag& dag) : impl_(std::make_unique<Impl>(dag)) {}
Supports::~Supports() = default;

std::span<const ByteId> Supports::of(ExprId id) {
  Impl& impl = *impl_;
  if (impl.of_node.size() < impl.dag.size()) impl.of_node.resize(impl.dag.size(), Impl::kUnknown);
  post_order(
      impl.dag, id, impl.walk, [&](ExprId e) { return impl.of_node[e.value] != Impl::kUnknown; },
      [&](ExprId e) { impl.visit(e); });
  Impl::Set& set = *impl.sets[impl.of_node[id.value]];
  if (set.bytes.empty()) impl.spell(set);
  return set.bytes;
}

}  // namespace cairn::expr

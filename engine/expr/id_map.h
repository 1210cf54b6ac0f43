// A small open-addressing map from expression ids to numbers: what a pass over the nodes below some roots needs to
// remember, without an array as long as the whole DAG.
#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "engine/expr/expr.h"

namespace cairn::expr {

class IdMap {
 public:
  static constexpr std::uint32_t kAbsent = 0xffffffffu;

  IdMap() : entries_(256), mask_(255) {}

  // kAbsent when there is none.
  [[nodiscard]] std::uint32_t find(ExprId id) const {
    for (std::size_t i = place(id);; i = (i + 1) & mask_) {
      if (entries_[i].key == id.value) return entries_[i].value;
      if (entries_[i].key == ExprId::kNone) return kAbsent;
    }
  }
  [[nodiscard]] bool contains(ExprId id) const { return find(id) != kAbsent; }

  // Requires: not there yet, value is not kAbsent.
  void insert(ExprId id, std::uint32_t value) {
    if (2 * ++used_ > entries_.size()) grow();
    put({id.value, value});
  }

  [[nodiscard]] std::size_t size() const { return used_; }

 private:
  struct Entry {
    std::uint32_t key = ExprId::kNone, value = kAbsent;
  };

  [[nodiscard]] std::size_t place(ExprId id) const {
    return static_cast<std::size_t>((id.value * 0x9e3779b97f4a7c15ull) >> 32) & mask_;
  }
  void put(Entry entry) {
    std::size_t i = place(ExprId(entry.key));
    while (entries_[i].key != ExprId::kNone) i = (i + 1) & mask_;
    entries_[i] = entry;
  }
  void grow() {
    std::vector<Entry> old(entries_.size() * 2);
    old.swap(entries_);
    mask_ = entries_.size() - 1;
    for (const Entry& entry : old) {
      if (entry.key != ExprId::kNone) put(entry);
    }
  }

  std::vector<Entry> entries_;
  std::size_t mask_;
  std::size_t used_ = 0;
};

// What a walk over the DAG keeps between roots.
struct Walk {
  std::vector<ExprId> stack;
  std::unordered_set<std::uint32_t> tables;  // whose entries have all been visited
};

// Calls visit(id) for the nodes below `root` for which !seen(id), operands (and the entries of tables) first. visit
// must make seen true. No recursion: expressions may be hundreds of thousands of nodes deep.
template <class Seen, class Visit>
void post_order(const Dag& dag, ExprId root, Walk& walk, Seen&& seen, Visit&& visit) {
  std::vector<ExprId>& stack = walk.stack;
  stack.assign(1, root);
  while (!stack.empty()) {
    const ExprId id = stack.back();
    if (seen(id)) {
      stack.pop_back();
      continue;
    }
    const Node& n = dag.node(id);
    const std::size_t before = stack.size();
    const auto need = [&](ExprId operand) {
      if (operand.valid() && !seen(operand)) stack.push_back(operand);
    };
    need(n.c);
    need(n.b);
    need(n.a);
    if (n.op == Op::TableRead && !walk.tables.contains(static_cast<std::uint32_t>(n.imm))) {
      for (const ExprId entry : dag.table(TableId(static_cast<std::uint32_t>(n.imm))).exprs) need(entry);
      if (stack.size() == before) walk.tables.insert(static_cast<std::uint32_t>(n.imm));
    }
    if (stack.size() != before) continue;
    stack.pop_back();
    visit(id);
  }
}

}  // namespace cairn::expr

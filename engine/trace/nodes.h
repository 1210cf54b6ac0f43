// From a run's node table to interned expressions, on demand.
//
// want() marks a node, resolve() turns all marked ones and what they depend on into expressions: one sweep down over a
// bitmap finds them in order of index, so nothing recurses, and nodes no event depends on cost nothing. A node that
// makes no sense, or rests on one that does not, is bad. Translated nodes are looked up in a small lossy cache before
// the DAG is asked: runs of one program mostly repeat each other's expressions.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "abi/cairn_abi.h"
#include "engine/expr/expr.h"
#include "engine/trace/input_space.h"
#include "engine/trace/node_cache.h"

namespace cairn::trace {

// A node and what became of it.
struct NodeExpr {
  std::uint32_t node;  // index into the node table
  expr::ExprId expr;
};

class Nodes {
 public:
  Nodes(expr::Dag& dag, InputSpace& space) : dag_(dag), space_(space) {}

  // Forgets the last run and takes the tables of a new one. The space has been given the run's objects.
  void begin(std::span<const cairn_node> nodes, std::span<const std::uint8_t> tables);
  // Takes over what is known of nodes from an earlier run with the same records.
  void adopt(std::span<const NodeExpr> known, std::uint32_t table_bytes);

  void want(std::uint32_t id);
  void resolve();
  // The expression of a node id that was wanted and resolved; invalid when it is bad.
  expr::ExprId at(std::uint32_t id);

  // Nodes turned into expressions, in order.
  [[nodiscard]] const std::vector<NodeExpr>& known() const { return known_; }
  // The same, for good: ends the work on this run.
  std::vector<NodeExpr> take_known() { return std::move(known_); }
  // Bytes of the table area up to the end of the last table read.
  [[nodiscard]] std::uint32_t table_bytes() const { return table_bytes_; }

 private:
  // A snapshot in the table area, checked once.
  struct Snapshot {
    bool bad = true;
    bool marked = false;
    std::uint32_t size = 0;
    std::uint32_t end = 0;                // in the table area
    std::uint64_t bytes = 0, labels = 0;  // places in the table area; labels 0: none
    std::uint32_t labels_end = 0;         // one more than the highest node id in a label
    expr::TableId table;
  };

  expr::ExprId operand(std::uint32_t id, std::uint32_t self);
  void want_operands(const cairn_node& node, std::uint32_t self);
  expr::ExprId translate(std::uint32_t index);
  expr::ExprId make(const cairn_node& node, expr::ExprId a, expr::ExprId b, expr::ExprId c);
  expr::ExprId make_with_constant(const cairn_node& node, expr::ExprId a);
  expr::ExprId read_table(const cairn_node& node, expr::ExprId offset, std::uint32_t self);
  Snapshot& snapshot(std::uint64_t id);
  Snapshot parse(std::uint64_t id);
  bool build(Snapshot& snapshot, std::uint32_t self);
  std::uint32_t label(const Snapshot& snapshot, std::uint32_t i) const;

  expr::Dag& dag_;
  InputSpace& space_;
  std::span<const cairn_node> nodes_;
  std::span<const std::uint8_t> tables_;
  std::vector<expr::ExprId> exprs_;   // by node; invalid: not wanted so far, or bad
  std::vector<std::uint64_t> done_;   // bitmap: resolved, also when bad
  std::vector<std::uint64_t> marks_;  // bitmap: to be resolved
  std::uint32_t marked_end_ = 0;      // one more than the highest marked word
  std::vector<std::uint32_t> sweep_;
  std::vector<NodeExpr> known_;
  std::unordered_map<std::uint64_t, Snapshot> snapshots_;
  std::uint64_t snapshot_bytes_ = 0;
  std::uint32_t table_bytes_ = 0;
  NodeCache cache_;
};

}  // namespace cairn::trace

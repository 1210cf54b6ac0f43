#include "engine/trace/nodes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "engine/base/check.h"

namespace cairn::trace {
namespace {

using expr::ExprId;
using expr::Op;

enum class Class : std::uint8_t { leaf, bin, cmp, un, conv, tern, other };

struct Shape {
  std::uint8_t arity;
  Class cls;
};

constexpr std::array<Shape, CAIRN_OP_COUNT> kShapes = {{
#define CAIRN_TRACE_SHAPE(name, arity, cls, ...) {arity, Class::cls},
    CAIRN_OPS(CAIRN_TRACE_SHAPE)
#undef CAIRN_TRACE_SHAPE
}};

// Operands that are nodes, or -1 when operation and flags do not go together.
int node_operands(const cairn_node& node) {
  if (node.op >= CAIRN_OP_COUNT || (node.flags & ~(CAIRN_NODE_IMM | CAIRN_NODE_IMM_LEFT)) != 0) return -1;
  if (node.flags == 0) return kShapes[node.op].arity;
  if ((node.flags & CAIRN_NODE_IMM) == 0 || kShapes[node.op].arity != 2) return -1;
  return 1;
}

bool uses_imm(const cairn_node& node) {
  return node.op == CAIRN_OP_Const || node.op == CAIRN_OP_Input || node.op == CAIRN_OP_Extract ||
         node.op == CAIRN_OP_TableRead || node.flags != 0;
}

std::uint64_t low_bits(unsigned width) { return width >= 64 ? ~0ull : (1ull << width) - 1; }

}  // namespace

void Nodes::begin(std::span<const cairn_node> nodes, std::span<const std::uint8_t> tables) {
  nodes_ = nodes.first(std::min<std::size_t>(nodes.size(), CAIRN_NODE_LIMIT - CAIRN_INPUT_LIMIT));
  tables_ = tables.first(std::min<std::size_t>(tables.size(), 0xffffffffu));
  exprs_.assign(nodes_.size(), {});
  done_.assign(nodes_.size() / 64 + 1, 0);
  marks_.assign(nodes_.size() / 64 + 1, 0);
  marked_end_ = 0;
  known_.clear();
  snapshots_.clear();
  snapshot_bytes_ = 0;
  table_bytes_ = 0;
}

void Nodes::adopt(std::span<const NodeExpr> known, std::uint32_t table_bytes) {
  known_.assign(known.begin(), known.end());
  for (const NodeExpr& k : known) {
    if (k.node >= exprs_.size()) continue;
    exprs_[k.node] = k.expr;
    done_[k.node / 64] |= 1ull << (k.node % 64);
  }
  table_bytes_ = table_bytes;
}

void Nodes::want(std::uint32_t id) {
  if (id < CAIRN_INPUT_LIMIT || id - CAIRN_INPUT_LIMIT >= nodes_.size()) return;
  const std::uint32_t index = id - CAIRN_INPUT_LIMIT;
  const std::uint64_t bit = 1ull << (index % 64);
  if ((done_[index / 64] & bit) != 0) return;
  marks_[index / 64] |= bit;
  marked_end_ = std::max(marked_end_, index / 64 + 1);
}

void Nodes::want_operands(const cairn_node& node, std::uint32_t self) {
  const int operands = node_operands(node);
  const auto below = [&](std::uint32_t id) {
    if (id < self) want(id);
  };
  if (operands > 0) below(node.a);
  if (operands > 1) below(node.b);
  if (operands > 2) below(node.c);
  if (node.op != CAIRN_OP_TableRead) return;
  Snapshot& s = snapshot(node.imm);
  if (s.bad || s.labels == 0 || s.marked || s.labels_end > self) return;
  s.marked = true;
  for (std::uint32_t i = 0; i < s.size; ++i) below(label(s, i) >> CAIRN_LANE_BITS);
}

void Nodes::resolve() {
  sweep_.clear();
  // Operands have smaller indices: going down, a node is reached after everything that wants it.
  for (std::uint32_t word = marked_end_; word-- > 0;) {
    while (marks_[word] != 0) {
      const auto bit = static_cast<std::uint32_t>(63 - std::countl_zero(marks_[word]));
      marks_[word] &= ~(1ull << bit);
      const std::uint32_t index = word * 64 + bit;
      sweep_.push_back(index);
      const cairn_node node = nodes_[index];
      want_operands(node, CAIRN_INPUT_LIMIT + index);
    }
  }
  marked_end_ = 0;
  for (auto index = sweep_.rbegin(); index != sweep_.rend(); ++index) {
    const ExprId expr = translate(*index);
    done_[*index / 64] |= 1ull << (*index % 64);
    if (!expr.valid()) continue;
    exprs_[*index] = expr;
    known_.push_back({*index, expr});
  }
}

ExprId Nodes::at(std::uint32_t id) { return operand(id, CAIRN_NODE_LIMIT); }

ExprId Nodes::operand(std::uint32_t id, std::uint32_t self) {
  if (id >= self || id == 0) return {};
  if (id < CAIRN_INPUT_LIMIT) return space_.read(id - 1, 1);
  const std::uint32_t index = id - CAIRN_INPUT_LIMIT;
  return index < exprs_.size() ? exprs_[index] : ExprId{};
}

ExprId Nodes::translate(std::uint32_t index) {
  const cairn_node node = nodes_[index];  // read once: the target may still be scribbling
  const std::uint32_t self = CAIRN_INPUT_LIMIT + index;
  const int operands = node_operands(node);
  if (operands < 0 || node.width == 0 || node.width > CAIRN_MAX_WIDTH) return {};

  ExprId a, b, c;
  if (operands > 0 && !(a = operand(node.a, self)).valid()) return {};
  if (operands > 1 && !(b = operand(node.b, self)).valid()) return {};
  if (operands > 2 && !(c = operand(node.c, self)).valid()) return {};
  if (node.op == CAIRN_OP_Input) return node.width % 8 == 0 ? space_.read(node.imm, node.width / 8) : ExprId{};
  if (node.op == CAIRN_OP_TableRead) return read_table(node, a, self);

  cairn_node key = node;
  key.a = a.value;
  if (!uses_imm(node)) {
    key.b = b.value;
    key.c = c.value;
  }
  if (const ExprId cached = cache_.find(key); cached.valid()) return cached;
  const ExprId expr = make(node, a, b, c);
  if (expr.valid()) cache_.insert(key, expr);
  return expr;
}

ExprId Nodes::make(const cairn_node& node, ExprId a, ExprId b, ExprId c) {
  if (node.op == CAIRN_OP_None) return {};
  if (node.op == CAIRN_OP_Const) {
    return node.width <= 64 ? dag_.constant(node.imm & low_bits(node.width), node.width) : ExprId{};
  }
  if (node.flags != 0) return make_with_constant(node, a);
  const auto op = static_cast<Op>(node.op);
  const std::uint64_t imm = op == Op::Extract ? node.imm : 0;
  return dag_.well_formed(op, node.width, a, b, c, imm) ? dag_.make(op, node.width, a, b, c, imm) : ExprId{};
}

ExprId Nodes::make_with_constant(const cairn_node& node, ExprId a) {
  const auto op = static_cast<Op>(node.op);
  unsigned width = dag_.width(a);
  if (op == Op::Concat) {
    if (node.width <= width) return {};
    width = node.width - width;
  }
  const ExprId constant = dag_.constant(node.imm & low_bits(width), width);
  const bool left = (node.flags & CAIRN_NODE_IMM_LEFT) != 0;
  const ExprId first = left ? constant : a, second = left ? a : constant;
  return dag_.well_formed(op, node.width, first, second) ? dag_.make(op, node.width, first, second) : ExprId{};
}

// ---- Tables --------------------------------------------------------------------------------

ExprId Nodes::read_table(const cairn_node& node, ExprId offset, std::uint32_t self) {
  Snapshot& s = snapshot(node.imm);
  if (s.bad || s.labels_end > self || node.width % 8 != 0 || node.width / 8 > s.size || dag_.width(offset) != 64) {
    return {};
  }
  if (!s.table.valid() && !build(s, self)) {
    s.bad = true;
    return {};
  }
  table_bytes_ = std::max(table_bytes_, s.end);
  return dag_.table_read(s.table, offset, node.width);
}

Nodes::Snapshot& Nodes::snapshot(std::uint64_t id) {
  const auto [found, fresh] = snapshots_.try_emplace(id);
  if (fresh) found->second = parse(id);
  return found->second;
}

Nodes::Snapshot Nodes::parse(std::uint64_t id) {
  Snapshot s;
  cairn_table header;
  if (id >= tables_.size() / 16) return s;
  std::memcpy(&header, tables_.data() + id * 16, sizeof header);
  const std::uint64_t begin = id * 16 + sizeof header;
  std::uint64_t end = begin + header.size;
  if (header.labelled > 1) return s;
  if (header.labelled != 0) {
    s.labels = (end + 3) / 4 * 4;
    end = s.labels + std::uint64_t{header.size} * sizeof(cairn_label);
  }
  // Tables do not overlap: together they are no larger than the area. Otherwise a broken area could cost hours.
  if (end > tables_.size() || snapshot_bytes_ + (end - begin) > tables_.size()) return s;
  snapshot_bytes_ += end - begin;
  s.bad = false;
  s.size = header.size;
  s.bytes = begin;
  s.end = static_cast<std::uint32_t>(end);
  if (s.labels != 0) {
    for (std::uint32_t i = 0; i < s.size; ++i) {
      s.labels_end = std::max(s.labels_end, (label(s, i) >> CAIRN_LANE_BITS) + 1);
    }
  }
  return s;
}

bool Nodes::build(Snapshot& s, std::uint32_t self) {
  expr::Table table;
  const std::uint8_t* bytes = tables_.data() + s.bytes;
  table.bytes.assign(bytes, bytes + s.size);
  if (s.labels != 0) {
    table.exprs.resize(s.size);
    for (std::uint32_t i = 0; i < s.size; ++i) {
      const std::uint32_t word = label(s, i);
      if (word >> CAIRN_LANE_BITS == 0) continue;
      const ExprId value = operand(word >> CAIRN_LANE_BITS, self);
      const unsigned low = 8 * (word & CAIRN_LANE_MASK);
      if (!value.valid() || !dag_.well_formed(Op::Extract, 8, value, {}, {}, low)) return false;
      table.exprs[i] = dag_.extract(value, low, 8);
    }
  }
  s.table = dag_.table(std::move(table));
  return true;
}

std::uint32_t Nodes::label(const Snapshot& s, std::uint32_t i) const {
  std::uint32_t word;
  std::memcpy(&word, tables_.data() + s.labels + std::uint64_t{i} * sizeof word, sizeof word);
  return word;
}

}  // namespace cairn::trace

#include "engine/solver/flat.h"

#include <algorithm>

#include "engine/base/check.h"
#include "engine/expr/evaluate.h"
#include "engine/expr/id_map.h"
#include "engine/expr/operation.h"

namespace cairn::solver {

using expr::ExprId;
using expr::Op;
using expr::u128;

std::optional<Flat> Flat::lay_out(const expr::Dag& dag, std::span<const ExprId> constraints, const FlatLimits& limits) {
  expr::Walk walk;
  expr::IdMap seen;
  std::vector<ExprId> order;
  // With too many nodes the rest counts as seen, and the walk ends.
  for (const ExprId root : constraints)
    expr::post_order(
        dag, root, walk, [&](ExprId id) { return order.size() > limits.nodes || seen.contains(id); },
        [&](ExprId id) {
          seen.insert(id, static_cast<std::uint32_t>(order.size()));
          order.push_back(id);
        });
  if (order.size() > limits.nodes) return std::nullopt;
  Flat flat;
  if (!flat.link(dag, order, constraints, limits.links) || !flat.find_dependents(limits.links)) return std::nullopt;
  return flat;
}

bool Flat::link(const expr::Dag& dag, std::span<const ExprId> order, std::span<const ExprId> constraints,
                std::size_t most) {
  std::size_t entries = 0;
  expr::IdMap place;
  const auto find = [&](ExprId id) { return id.valid() ? place.find(id) : kNone; };
  values_.resize(order.size());
  for (const ExprId id : order) {
    const expr::Node& node = dag.node(id);
    Item item{.op = node.op,
              .width = node.width,
              .from = static_cast<std::uint8_t>(node.a.valid() ? dag.width(node.a) : 0),
              .a = find(node.a),
              .b = find(node.b),
              .c = find(node.c),
              .imm = node.imm,
              .table = nullptr,
              .entries = {}};
    if (node.op == Op::Const) values_[items_.size()] = *dag.constant_value(id);
    if (node.op == Op::TableRead) {
      item.table = &dag.table(expr::TableId(static_cast<std::uint32_t>(node.imm)));
      entries += item.table->exprs.size();
      if (entries > most) return false;
      for (const ExprId entry : item.table->exprs) item.entries.push_back(find(entry));
    }
    if (node.op == Op::Input)
      for (std::uint32_t i = 0; i < node.width / 8u; ++i) bytes_.emplace_back(static_cast<std::uint32_t>(node.imm) + i);
    place.insert(id, static_cast<std::uint32_t>(items_.size()));
    items_.push_back(std::move(item));
  }
  std::ranges::sort(bytes_);
  bytes_.erase(std::ranges::unique(bytes_).begin(), bytes_.end());
  byte_values_.resize(bytes_.size());
  marked_.resize(items_.size());
  for (const ExprId id : constraints) roots_.push_back(place.find(id));
  return true;
}

std::uint32_t Flat::place_of(expr::ByteId byte) const {
  return static_cast<std::uint32_t>(std::ranges::lower_bound(bytes_, byte) - bytes_.begin());
}

// From each byte upwards, so that the cost is what there is to find.
bool Flat::find_dependents(std::size_t most) {
  std::vector<std::vector<std::uint32_t>> users(items_.size()), readers(bytes_.size());
  std::vector<std::vector<std::uint32_t>> constraints(items_.size());
  for (std::uint32_t i = 0; i < items_.size(); ++i) {
    const Item& item = items_[i];
    const auto uses = [&](std::uint32_t operand) {
      if (operand != kNone && items_[operand].op != Op::Const) users[operand].push_back(i);
    };
    uses(item.a);
    uses(item.b);
    uses(item.c);
    std::ranges::for_each(item.entries, uses);
    if (item.op != Op::Input) continue;
    const std::uint32_t first = place_of(expr::ByteId(static_cast<std::uint32_t>(item.imm)));
    for (std::uint32_t k = 0; k < item.width / 8u; ++k) readers[first + k].push_back(i);
  }
  for (std::uint32_t i = 0; i < roots_.size(); ++i) constraints[roots_[i]].push_back(i);

  dependents_.resize(bytes_.size());
  touched_.resize(bytes_.size());
  supports_.resize(roots_.size());
  std::size_t all = 0;
  for (std::uint32_t byte = 0; byte < bytes_.size(); ++byte) {
    std::vector<std::uint32_t>& found = dependents_[byte];
    const auto visit = [&](std::uint32_t index) {
      if (marked_[index] != 0) return;
      marked_[index] = 1;
      found.push_back(index);
    };
    std::ranges::for_each(readers[byte], visit);
    for (std::size_t next = 0; next < found.size(); ++next) std::ranges::for_each(users[found[next]], visit);
    all += found.size();
    if (all > most) return false;
    std::ranges::sort(found);
    for (const std::uint32_t index : found) {
      marked_[index] = 0;
      for (const std::uint32_t constraint : constraints[index]) {
        touched_[byte].push_back(constraint);
        supports_[constraint].push_back(byte);
      }
    }
  }
  return true;
}

u128 Flat::compute(const Item& item) const {
  if (item.op == Op::Input) {
    const std::uint32_t first = place_of(expr::ByteId(static_cast<std::uint32_t>(item.imm)));
    u128 value = 0;
    for (unsigned i = 0; i < item.width / 8u; ++i) value |= u128{byte_values_[first + i]} << (8 * i);
    return value;
  }
  if (item.op == Op::TableRead) {
    const u128 offset = values_[item.a];
    u128 value = 0;
    for (unsigned i = 0; i < item.width / 8u && offset + i < item.table->bytes.size(); ++i) {
      const auto at = static_cast<std::size_t>(offset + i);
      const bool symbolic = !item.entries.empty() && item.entries[at] != kNone;
      value |= (symbolic ? values_[item.entries[at]] : u128{item.table->bytes[at]}) << (8 * i);
    }
    return value;
  }
  const auto operand = [&](std::uint32_t index) { return index == kNone ? u128{0} : values_[index]; };
  return expr::apply(item.op, item.width, item.imm, item.from, operand(item.a), operand(item.b), operand(item.c));
}

void Flat::assign(const expr::Assignment& assignment) {
  for (std::size_t i = 0; i < bytes_.size(); ++i) byte_values_[i] = assignment.get(bytes_[i]);
  for (std::size_t i = 0; i < items_.size(); ++i)
    if (items_[i].op != Op::Const) values_[i] = compute(items_[i]);
  evaluated_ += items_.size();
  undo_items_.clear();
  undo_bytes_.clear();
}

void Flat::change(std::span<const Change> changes) {
  undo_items_.clear();
  undo_bytes_.clear();
  pending_.clear();
  for (const Change& each : changes) {
    undo_bytes_.push_back({each.byte, byte_values_[each.byte]});
    byte_values_[each.byte] = each.value;
    for (const std::uint32_t index : dependents_[each.byte]) {
      if (marked_[index] != 0) continue;
      marked_[index] = 1;
      pending_.push_back(index);
    }
  }
  if (changes.size() > 1) std::ranges::sort(pending_);
  for (const std::uint32_t index : pending_) {
    marked_[index] = 0;
    const u128 value = compute(items_[index]);
    if (value == values_[index]) continue;
    undo_items_.push_back({index, values_[index]});
    values_[index] = value;
  }
  evaluated_ += pending_.size() + 1;
}

void Flat::undo() {
  for (const Old& old : undo_items_) values_[old.index] = old.value;
  for (std::size_t i = undo_bytes_.size(); i-- > 0;) byte_values_[undo_bytes_[i].byte] = undo_bytes_[i].value;
  undo_items_.clear();
  undo_bytes_.clear();
}

}  // namespace cairn::solver

#include "engine/solver/bitblast.h"

#include "engine/expr/id_map.h"

namespace cairn::solver {

using expr::ExprId;
using expr::Op;

Literal Bitblaster::condition(ExprId id) {
  expr::Walk walk;
  expr::post_order(
      dag_, id, walk, [&](ExprId each) { return bits_.contains(each); },
      [&](ExprId each) { bits_.emplace(each, make(each)); });
  return known(id).front();
}

const Bits& Bitblaster::byte(expr::ByteId id) {
  const auto [entry, fresh] = bytes_.try_emplace(id);
  if (fresh)
    for (int i = 0; i < 8; ++i) entry->second.push_back(gates_.variable());
  return entry->second;
}

Bits Bitblaster::make(ExprId id) {
  const expr::Node& node = dag_.node(id);
  if (const auto value = dag_.constant_value(id)) return Circuits::constant(*value, node.width);
  if (node.op >= Op::FAdd) throw NoCircuit("floating point");
  if (node.op == Op::Input) {
    Bits bits;
    for (std::uint32_t i = 0; i < node.width / 8u; ++i) {
      const Bits& more = byte(expr::ByteId(static_cast<std::uint32_t>(node.imm) + i));
      bits.insert(bits.end(), more.begin(), more.end());
    }
    return bits;
  }
  if (node.op == Op::TableRead) return read_table(node);
  static const Bits kNothing;
  const auto operand = [&](ExprId each) -> const Bits& { return each.valid() ? known(each) : kNothing; };
  return circuits_.apply(node.op, node.width, node.imm, operand(node.a), operand(node.b), operand(node.c));
}

// A tree of choices on the bits of the offset. Bits that are constant need no choice, nor do equal halves. Bytes
// outside the table are 0.
Bits Bitblaster::read_table(const expr::Node& node) {
  const expr::Table& table = dag_.table(expr::TableId(static_cast<std::uint32_t>(node.imm)));
  const Bits& offset = known(node.a);
  const auto word = [&](std::uint64_t at) {
    Bits bits;
    for (std::uint64_t i = at; i < at + node.width / 8u; ++i) {
      const bool inside = i < table.bytes.size();
      const bool symbolic = inside && !table.exprs.empty() && table.exprs[i].valid();
      const Bits more = symbolic ? known(table.exprs[i]) : Circuits::constant(inside ? table.bytes[i] : 0, 8);
      bits.insert(bits.end(), more.begin(), more.end());
    }
    return bits;
  };
  unsigned levels = 0;
  while ((std::uint64_t{1} << levels) < table.bytes.size()) ++levels;
  // The value when the bits from `level` up are those of `base`.
  const auto read = [&](const auto& self, unsigned level, std::uint64_t base) -> Bits {
    if (level == 0) return word(base);
    const Literal bit = offset[level - 1];
    const std::uint64_t half = std::uint64_t{1} << (level - 1);
    if (bit == Gates::kTrue) return self(self, level - 1, base + half);
    if (bit == Gates::kFalse) return self(self, level - 1, base);
    return circuits_.choose(bit, self(self, level - 1, base + half), self(self, level - 1, base));
  };
  Literal outside = Gates::kFalse;
  for (std::size_t i = levels; i < offset.size(); ++i) outside = gates_.either(outside, offset[i]);
  return circuits_.choose(outside, Circuits::constant(0, node.width), read(read, levels, 0));
}

}  // namespace cairn::solver

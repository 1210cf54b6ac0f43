// The expression DAG: exact global interning of everything any run recorded.
//
// An expression is a bit vector of 1 to 128 bits over input bytes. Operations and their meaning are those of
// abi/cairn_abi.h (CAIRN_OPS). Making an expression simplifies it locally and returns the id of the one node with that
// structure; ids of operands are smaller than the id of the node, so id order is a topological order.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "abi/cairn_abi.h"
#include "engine/base/id.h"

namespace cairn::expr {

using u128 = unsigned __int128;

enum class Op : std::uint8_t {
#define CAIRN_EXPR_OP(name, arity, cls) name = CAIRN_OP_##name,
  CAIRN_OPS(CAIRN_EXPR_OP)
#undef CAIRN_EXPR_OP
};

using ExprId = base::Id<struct ExprTag>;
using ByteId = base::Id<struct ByteTag>;    // one byte of the input space of a session (trace/objects.h)
using TableId = base::Id<struct TableTag>;  // an interned snapshot

// In the DAG constants are always nodes of their own (imm is used by Const, Input, Extract, TableRead only).
// Const of more than 64 bits keeps its high half in a side table: use Dag::constant_value.
struct Node {
  Op op;
  std::uint8_t width;
  std::uint16_t reserved = 0;
  ExprId a{}, b{}, c{};
  std::uint64_t imm = 0;
};

// A snapshot: entry i is a constant byte or an 8-bit expression.
struct Table {
  std::vector<std::uint8_t> bytes;
  std::vector<ExprId> exprs;  // empty, or one per byte; an invalid id means the constant
};

class Dag {
 public:
  Dag();
  ~Dag();
  Dag(const Dag&) = delete;
  Dag& operator=(const Dag&) = delete;

  // `bytes` (1..16) consecutive input bytes, little-endian. `names` gives the stable name hash of the first byte
  // (see name_bytes); bytes must have been named before.
  ExprId input(ByteId first, unsigned bytes);
  ExprId constant(u128 value, unsigned width);
  ExprId truth(bool value) { return constant(value ? 1 : 0, 1); }
  TableId table(Table table);
  ExprId table_read(TableId table, ExprId offset, unsigned width);

  // Any other operation. Requires: operand widths fit the class of `op` as CAIRN_OPS says.
  ExprId make(Op op, unsigned width, ExprId a, ExprId b = {}, ExprId c = {}, std::uint64_t imm = 0);

  ExprId extract(ExprId a, unsigned low, unsigned width) { return make(Op::Extract, width, a, {}, {}, low); }
  ExprId equal(ExprId a, ExprId b) { return make(Op::Eq, 1, a, b); }
  // The complement of a 1-bit expression.
  ExprId negate(ExprId condition);

  // Declares that bytes [first, first+count) are offsets 0.. of an object with that stable name hash. Structural hashes
  // are built from it, so they mean the same in other runs, versions and machines. Unnamed bytes hash by their number.
  void name_bytes(ByteId first, std::uint32_t count, std::uint64_t name_hash);

  [[nodiscard]] const Node& node(ExprId id) const;
  [[nodiscard]] unsigned width(ExprId id) const { return node(id).width; }
  [[nodiscard]] std::uint64_t hash(ExprId id) const;  // structural, stable
  [[nodiscard]] const Table& table(TableId id) const;
  [[nodiscard]] std::optional<u128> constant_value(ExprId id) const;
  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Values for input bytes; a byte never set is 0.
class Assignment {
 public:
  [[nodiscard]] std::uint8_t get(ByteId byte) const {
    return byte.value < bytes_.size() ? bytes_[byte.value] : std::uint8_t{0};
  }
  void set(ByteId byte, std::uint8_t value) {
    if (byte.value >= bytes_.size()) bytes_.resize(byte.value + 1, 0);
    bytes_[byte.value] = value;
  }
  [[nodiscard]] std::span<const std::uint8_t> bytes() const { return bytes_; }
  bool operator==(const Assignment&) const = default;

 private:
  std::vector<std::uint8_t> bytes_;
};

}  // namespace cairn::expr

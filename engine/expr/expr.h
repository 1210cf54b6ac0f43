// The expression DAG: exact global interning of everything any run recorded.
//
// An expression is a bit vector of 1 to 128 bits over input bytes. Operations and their meaning are those of
// abi/cairn_abi.h (CAIRN_OPS). Making an expression simplifies it locally and returns the id of the one node with that
// structure; ids of operands are smaller than the id of the node, so id order is a topological order.
// A DAG only grows. It is not safe to use from two threads at once.
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

// Version of the canonical form: structural hashes of two DAGs may be compared, and proofs stored under them trusted,
// only when it is equal. To be raised with every change of a simplification rule, of the hash, or of the list of
// operations, and with every fix of a solver or layer that has proved infeasible what is not.
inline constexpr std::uint32_t kCanonicalForm = 3;

enum class Op : std::uint8_t {
#define CAIRN_EXPR_OP(name, arity, cls, ...) name = CAIRN_OP_##name,
  CAIRN_OPS(CAIRN_EXPR_OP)
#undef CAIRN_EXPR_OP
};

using ExprId = base::Id<struct ExprTag>;
using ByteId = base::Id<struct ByteTag>;    // one byte of the input space of a session (trace/objects.h)
using TableId = base::Id<struct TableTag>;  // an interned snapshot

// In the DAG constants are always nodes of their own (imm is used by Const, Input, Extract, TableRead only).
// Const of more than 64 bits keeps its high half in a side table: use Dag::constant_value. For the normal form of
// expressions see simplify.h.
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

// What an input byte is called in every run and version: an object's name hash and an offset within the object.
struct ByteName {
  std::uint64_t object = 0;
  std::uint32_t offset = 0;
  bool named = false;  // otherwise object is 0 and offset the byte's number

  bool operator==(const ByteName&) const = default;
};

class Dag {
 public:
  Dag();
  ~Dag();
  Dag(const Dag&) = delete;
  Dag& operator=(const Dag&) = delete;

  // `bytes` (1..16) consecutive input bytes, little-endian. They should have been named before (see name_bytes). Bytes
  // of one object that stand side by side are always one node, those of different objects never.
  ExprId input(ByteId first, unsigned bytes);
  ExprId constant(u128 value, unsigned width);
  ExprId truth(bool value) { return constant(value ? 1 : 0, 1); }
  TableId table(Table table);
  ExprId table_read(TableId table, ExprId offset, unsigned width);

  // Any other operation. Requires: well_formed(op, width, a, b, c, imm).
  ExprId make(Op op, unsigned width, ExprId a, ExprId b = {}, ExprId c = {}, std::uint64_t imm = 0);
  // Do the operands exist, and do their widths fit the class of `op` as CAIRN_OPS says? Floating-point formats are of
  // 32 or 64 bits, Bswap works on whole bytes, unused operands are invalid and an unused imm is 0. Leaves are never
  // well formed.
  [[nodiscard]] bool well_formed(Op op, unsigned width, ExprId a, ExprId b = {}, ExprId c = {},
                                 std::uint64_t imm = 0) const;

  ExprId extract(ExprId a, unsigned low, unsigned width) { return make(Op::Extract, width, a, {}, {}, low); }
  ExprId equal(ExprId a, ExprId b) { return make(Op::Eq, 1, a, b); }
  // The complement of a 1-bit expression.
  ExprId negate(ExprId condition);

  // Declares that bytes [first, first+count) are offsets `offset`.. of an object with that stable name hash. Structural
  // hashes are built from it, so they mean the same in other runs, versions and machines. Unnamed bytes hash by their
  // number. Naming does not change expressions that exist already.
  void name_bytes(ByteId first, std::uint32_t count, std::uint64_t name_hash, std::uint32_t offset = 0);
  [[nodiscard]] ByteName byte_name(ByteId byte) const;

  // References stay valid as long as the DAG.
  [[nodiscard]] const Node& node(ExprId id) const { return record(id).node; }
  [[nodiscard]] unsigned width(ExprId id) const { return node(id).width; }
  [[nodiscard]] std::uint64_t hash(ExprId id) const { return record(id).hash; }  // structural, stable
  [[nodiscard]] const Table& table(TableId id) const;
  [[nodiscard]] std::optional<u128> constant_value(ExprId id) const;
  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  struct Impl;
  // Two to a cache line. Kept in chunks, so that they never move.
  struct Record {
    Node node;
    std::uint64_t hash;
  };
  static constexpr unsigned kChunkBits = 13;
  static constexpr std::uint32_t kChunkMask = (1u << kChunkBits) - 1;

  [[nodiscard]] const Record& record(ExprId id) const { return chunks_[id.value >> kChunkBits][id.value & kChunkMask]; }
  ExprId intern(const Node& key, std::uint64_t high);
  ExprId simplified(Node request);

  std::unique_ptr<Impl> impl_;
  Record** chunks_ = nullptr;  // the chunks of impl_, here so that node() is inline
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

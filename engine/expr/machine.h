// The flat form expressions are evaluated in: one instruction a node in topological order, its result in the value slot
// of the same number, constants in the slots behind. Two machines run it: one on 64-bit values, and one on 128-bit
// values for programs with anything wider.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/expr/expr.h"

namespace cairn::expr {

struct Instruction {
  Op op;
  std::uint8_t width;
  std::uint8_t from;   // width of operand a
  std::uint8_t shift;  // 64 - from (0 if wider): what sign extension shifts by
  std::uint32_t a, b, c;
  std::uint64_t imm;  // as in Node; for Add, Sub, Mul, Shl: the mask of the result; for Concat: bits of the low part
};

// A snapshot as the machines read it.
struct TableImage {
  std::vector<std::uint8_t> bytes;
  std::vector<std::uint32_t> slots;  // empty, or for each byte the slot of its expression or kConstantEntry
};
inline constexpr std::uint32_t kConstantEntry = 0xffffffffu;

struct Program {
  std::vector<Instruction> code;
  std::vector<u128> constants;
  std::vector<TableImage> tables;
  std::vector<std::uint32_t> root_slots;
  std::vector<std::uint32_t> root_ends;  // how much of the code root i needs to have run
  std::size_t bytes_read = 0;            // input bytes at and above this are not read
  bool wide = false;
};

Program compile(const Dag& dag, std::span<const ExprId> roots);

// Runs instructions [begin, end). `values` has a slot for each instruction and constant; the latter are set.
// `bytes` has at least program.bytes_read entries.
void run_narrow(const Program& program, std::uint64_t* values, const std::uint8_t* bytes, std::size_t begin,
                std::size_t end);
void run_wide(const Program& program, u128* values, const std::uint8_t* bytes, std::size_t begin, std::size_t end);

// `count` bytes of a table from `offset` on, little-endian; those beyond its end are 0.
template <class Value>
Value read_table(const TableImage& table, const Value* values, std::uint64_t offset, unsigned count) {
  Value result = 0;
  if (offset >= table.bytes.size()) return 0;
  const std::size_t available = table.bytes.size() - offset;
  for (unsigned i = 0; i < count && i < available; ++i) {
    Value byte = table.bytes[offset + i];
    if (!table.slots.empty() && table.slots[offset + i] != kConstantEntry) byte = values[table.slots[offset + i]];
    result |= byte << (8 * i);
  }
  return result;
}

}  // namespace cairn::expr

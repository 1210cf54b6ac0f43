// The constraints of a query laid out flat for local search: every node's value is at hand, and a change of a few bytes
// evaluates only what depends on them, and can be undone. (expr::Evaluator is faster at evaluating everything, and
// shows nothing but the roots.)
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/expr/expr.h"

namespace cairn::solver {

struct FlatLimits {
  std::size_t nodes = 20'000;
  // Entries of tables that nodes read, and nodes that depend on a byte: of a checksum, bytes times nodes.
  std::size_t links = 4'000'000;
};

class Flat {
 public:
  static constexpr std::uint32_t kNone = 0xffffffffu;

  struct Item {
    expr::Op op;
    std::uint8_t width, from;  // from: width of operand a
    std::uint32_t a, b, c;     // items, or kNone
    std::uint64_t imm;
    const expr::Table* table;            // TableRead
    std::vector<std::uint32_t> entries;  // TableRead: the items of a labelled table, kNone for constants
  };

  // Nothing for what is larger than that.
  static std::optional<Flat> lay_out(const expr::Dag& dag, std::span<const expr::ExprId> constraints,
                                     const FlatLimits& limits = {});

  // Evaluates everything.
  void assign(const expr::Assignment& assignment);
  // Changes some bytes (by their place in bytes()). What the change before this one was can no longer be undone.
  struct Change {
    std::uint32_t byte;
    std::uint8_t value;
  };
  void change(std::span<const Change> changes);
  void undo();

  [[nodiscard]] const Item& item(std::uint32_t index) const { return items_[index]; }
  [[nodiscard]] std::size_t size() const { return items_.size(); }
  [[nodiscard]] expr::u128 value(std::uint32_t index) const { return values_[index]; }
  [[nodiscard]] std::span<const std::uint32_t> roots() const { return roots_; }  // one for each constraint
  [[nodiscard]] std::span<const expr::ByteId> bytes() const { return bytes_; }   // ascending
  [[nodiscard]] std::uint8_t byte_value(std::uint32_t byte) const { return byte_values_[byte]; }
  [[nodiscard]] std::uint32_t place_of(expr::ByteId byte) const;
  // Bytes that constraint i depends on, and constraints that depend on a byte.
  [[nodiscard]] std::span<const std::uint32_t> support(std::size_t i) const { return supports_[i]; }
  [[nodiscard]] std::span<const std::uint32_t> touched(std::uint32_t byte) const { return touched_[byte]; }
  // How many nodes were evaluated so far: the measure of effort.
  [[nodiscard]] std::uint64_t evaluated() const { return evaluated_; }

 private:
  Flat() = default;
  // False when there are more links.
  bool link(const expr::Dag& dag, std::span<const expr::ExprId> order, std::span<const expr::ExprId> constraints,
            std::size_t most);
  bool find_dependents(std::size_t most);
  [[nodiscard]] expr::u128 compute(const Item& item) const;

  std::vector<Item> items_;  // operands first
  std::vector<expr::u128> values_;
  std::vector<std::uint32_t> roots_;
  std::vector<expr::ByteId> bytes_;
  std::vector<std::uint8_t> byte_values_;
  std::vector<std::vector<std::uint32_t>> dependents_;  // by byte: items, ascending
  std::vector<std::vector<std::uint32_t>> supports_, touched_;
  std::vector<std::uint8_t> marked_;
  std::vector<std::uint32_t> pending_;
  struct Old {
    std::uint32_t index;
    expr::u128 value;
  };
  std::vector<Old> undo_items_;
  std::vector<Change> undo_bytes_;
  std::uint64_t evaluated_ = 0;
};

}  // namespace cairn::solver

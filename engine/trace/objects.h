// The input objects of a session and their bytes.
//
// Each run has its own input space (abi/cairn_abi.h); expressions are over session-wide bytes. An object of one key
// always has the same bytes: its content, and behind it four bytes of little-endian size when the size is symbolic.
// Structural hashes are built from kind, name, ordinal and offset only, so they do not change with the bound on the
// size.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/expr/expr.h"
#include "engine/trace/input.h"

namespace cairn::trace {

using ObjectId = base::Id<struct ObjectTag>;

struct ObjectKey {
  ObjectKind kind = ObjectKind::memory;
  std::string name;
  std::uint32_t ordinal = 0;
  std::uint32_t capacity = 0;
  bool sized = false;

  auto operator<=>(const ObjectKey&) const = default;
};

// An object as a run used it.
struct UsedObject {
  ObjectId object;
  std::uint32_t size = 0;  // bytes present, as the runtime reported it

  bool operator==(const UsedObject&) const = default;
};

class ObjectTable {
 public:
  static constexpr std::uint32_t kSizeBytes = 4;

  explicit ObjectTable(expr::Dag& dag) : dag_(dag) {}

  // The object of that key, made and its bytes named on first use; invalid once the session's byte space is used up
  // (only a target that invents endless objects gets there).
  ObjectId intern(const ObjectKey& key);

  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  [[nodiscard]] const ObjectKey& key(ObjectId id) const;
  [[nodiscard]] expr::ByteId first_byte(ObjectId id) const;
  // The first of the four bytes of its size. Requires a sized object.
  [[nodiscard]] expr::ByteId size_byte(ObjectId id) const;
  // size <= capacity, as a condition: true of every input there is, so every query that changes a size must hold it.
  // Constant true for objects without a symbolic size.
  [[nodiscard]] expr::ExprId size_bound(ObjectId id) const;

  // The input that gives the used objects the values of the assignment. Sizes beyond the capacity are cut to it.
  [[nodiscard]] Input input_of(const expr::Assignment& assignment, std::span<const UsedObject> used) const;

  // The assignment of an input as a run saw it: the run's objects, filled with what the input holds for that kind, name
  // and ordinal; missing bytes are 0. Of an object the input does not know, the size is the one reported.
  [[nodiscard]] expr::Assignment assignment_of(const Input& input, std::span<const UsedObject> used) const;

  // "stdin[3]", "x[0]", "stdin.size"; further objects of one name are "x#1[0]". Unknown bytes are "b17".
  [[nodiscard]] std::string name_of(expr::ByteId byte) const;
  // The object a byte belongs to, invalid when there is none.
  [[nodiscard]] ObjectId owner(expr::ByteId byte) const;

 private:
  struct Entry {
    ObjectKey key;
    std::uint32_t first = 0;
  };

  [[nodiscard]] const Entry& entry(ObjectId id) const;
  void fill(expr::Assignment& assignment, ObjectId id, std::span<const std::uint8_t> bytes, std::uint32_t size) const;

  expr::Dag& dag_;
  std::vector<Entry> entries_;  // by id; `first` increases
  std::map<ObjectKey, ObjectId> by_key_;
  std::uint32_t next_byte_ = 0;
};

}  // namespace cairn::trace

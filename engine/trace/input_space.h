// The input space of one run: which session-wide byte stands at which place.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "abi/cairn_abi.h"
#include "engine/expr/expr.h"
#include "engine/trace/objects.h"

namespace cairn::trace {

class InputSpace {
 public:
  InputSpace(expr::Dag& dag, ObjectTable& objects) : dag_(dag), objects_(objects) {}

  // Takes the object table of a run, up to the first entry that makes no sense; false when there is one.
  bool begin(std::span<const cairn_object> raw);

  [[nodiscard]] const std::vector<UsedObject>& used() const { return used_; }
  // The records as taken, without what may differ between runs on one path (sizes) or means nothing.
  [[nodiscard]] std::span<const cairn_object> records() const { return records_; }
  // Objects up to the last one that a byte was asked of, since begin() or the last call of touch().
  [[nodiscard]] std::uint32_t touched() const { return touched_; }
  void touch(std::uint32_t objects) { touched_ = objects; }

  // `bytes` (1..16) bytes of the space as one expression; invalid when one of them belongs to no object.
  expr::ExprId read(std::uint64_t offset, unsigned bytes);

 private:
  // Consecutive places with consecutive bytes: an object's content, or its size.
  struct Piece {
    std::uint32_t begin, end;  // in the space
    std::uint32_t first;       // byte at `begin`
    std::uint32_t object;      // index of the object
  };

  const Piece* find(std::uint32_t offset);

  expr::Dag& dag_;
  ObjectTable& objects_;
  std::vector<cairn_object> records_;
  std::vector<UsedObject> used_;
  std::vector<Piece> pieces_;
  std::size_t last_piece_ = 0;
  std::uint32_t touched_ = 0;
  std::vector<expr::ExprId> single_;  // by session byte
};

}  // namespace cairn::trace

// What conditions leave of a byte or a term: a set of values, and the constraints that took something away, which are
// the reason when nothing is left.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "engine/expr/expr.h"
#include "engine/solver/byte_set.h"

namespace cairn::solver {

template <class Set>
struct Left {
  Set allowed;
  std::vector<std::uint32_t> narrowing = {};

  // False when nothing is left.
  bool narrow(const Set& by, std::uint32_t constraint) {
    const Set before = allowed;
    allowed &= by;
    if (allowed != before) narrowing.push_back(constraint);
    return !allowed.empty();
  }
};

// What the one-byte conditions of a query leave of its bytes.
class Domains : public std::map<expr::ByteId, Left<ByteSet>> {
 public:
  Left<ByteSet>& of(expr::ByteId byte) { return try_emplace(byte, Left<ByteSet>{ByteSet::all()}).first->second; }
};

}  // namespace cairn::solver

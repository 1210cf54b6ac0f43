#include "engine/solver/gates.h"

#include <algorithm>
#include <utility>

#include "engine/base/hash.h"

namespace cairn::solver {

Gates::Made& Gates::place_of(const Key& key) {
  const auto number = [](Literal literal) { return static_cast<std::uint64_t>(static_cast<std::uint32_t>(literal)); };
  const std::uint64_t first = (number(key.a) << 32) | number(key.b);
  std::size_t place = base::combine(first, (number(key.c) << 8) | static_cast<std::uint64_t>(key.kind));
  for (;; ++place) {
    Made& made = made_[place & (made_.size() - 1)];
    if (made.out == 0 || made.key == key) return made;
  }
}

void Gates::grow() {
  std::vector<Made> old(2 * made_.size());
  old.swap(made_);
  for (const Made& made : old)
    if (made.out != 0) place_of(made.key) = made;
}

std::pair<Literal, bool> Gates::output(const Key& key) {
  if (const Made& made = place_of(key); made.out != 0) return {made.out, false};
  if (2 * ++used_ > made_.size()) grow();
  const Literal out = variable();
  place_of(key) = {key, out};
  return {out, true};
}

Literal Gates::both(Literal a, Literal b) {
  if (a == kFalse || b == kFalse || a == -b) return kFalse;
  if (a == kTrue || a == b) return b;
  if (b == kTrue) return a;
  if (a > b) std::swap(a, b);
  const auto [out, fresh] = output({Kind::both, a, b, 0});
  if (fresh) {
    clause({-out, a});
    clause({-out, b});
    clause({out, -a, -b});
  }
  return out;
}

Literal Gates::differ(Literal a, Literal b) {
  if (a == b) return kFalse;
  if (a == -b) return kTrue;
  // The sign goes outside, so that the gate is found in each of its forms.
  const bool negated = (a < 0) != (b < 0);
  a = std::abs(a);
  b = std::abs(b);
  if (a > b) std::swap(a, b);
  if (a == kTrue) return negated ? b : -b;
  const auto [out, fresh] = output({Kind::differ, a, b, 0});
  if (fresh) {
    clause({-out, a, b});
    clause({-out, -a, -b});
    clause({out, -a, b});
    clause({out, a, -b});
  }
  return negated ? -out : out;
}

Literal Gates::choose(Literal condition, Literal then, Literal otherwise) {
  if (condition == kTrue || then == otherwise) return then;
  if (condition == kFalse) return otherwise;
  if (then == -otherwise) return -differ(condition, then);
  if (then == kTrue || then == condition) return either(condition, otherwise);
  if (then == kFalse || then == -condition) return both(-condition, otherwise);
  if (otherwise == kTrue || otherwise == -condition) return either(-condition, then);
  if (otherwise == kFalse || otherwise == condition) return both(condition, then);
  if (condition < 0) {
    condition = -condition;
    std::swap(then, otherwise);
  }
  const auto [out, fresh] = output({Kind::choose, condition, then, otherwise});
  if (fresh) {
    clause({-condition, -then, out});
    clause({-condition, then, -out});
    clause({condition, -otherwise, out});
    clause({condition, otherwise, -out});
    clause({-then, -otherwise, out});
    clause({then, otherwise, -out});
  }
  return out;
}

Literal Gates::majority(Literal a, Literal b, Literal c) {
  if (a > b) std::swap(a, b);
  if (b > c) std::swap(b, c);
  if (a > b) std::swap(a, b);
  if (a == b || b == c) return b;
  if (a == -b) return c;
  if (b == -c) return a;
  if (a == -c) return b;
  for (const auto& [x, y, z] : {std::array{a, b, c}, std::array{b, a, c}, std::array{c, a, b}}) {
    if (x == kTrue) return either(y, z);
    if (x == kFalse) return both(y, z);
  }
  const auto [out, fresh] = output({Kind::majority, a, b, c});
  if (fresh) {
    clause({-a, -b, out});
    clause({-a, -c, out});
    clause({-b, -c, out});
    clause({a, b, -out});
    clause({a, c, -out});
    clause({b, c, -out});
  }
  return out;
}

}  // namespace cairn::solver

// Gates: Boolean functions of literals as clauses (Tseitin, 1968). Constants are folded and equal gates made once, so
// circuits need not care for special cases. A literal is a positive or negative variable number, as in DIMACS.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <span>
#include <utility>
#include <vector>

namespace cairn::solver {

using Literal = int;

class Gates {
 public:
  using Sink = std::function<void(std::span<const Literal> clause)>;

  static constexpr Literal kTrue = 1, kFalse = -1;

  explicit Gates(Sink sink) : sink_(std::move(sink)) { clause({kTrue}); }

  Literal variable() { return ++last_; }
  Literal both(Literal a, Literal b);
  Literal either(Literal a, Literal b) { return -both(-a, -b); }
  Literal differ(Literal a, Literal b);
  Literal choose(Literal condition, Literal then, Literal otherwise);
  // At least two of the three: the carry of an addition.
  Literal majority(Literal a, Literal b, Literal c);

  [[nodiscard]] int variables() const { return last_; }

 private:
  enum class Kind : std::uint8_t { both, differ, choose, majority };
  struct Key {
    Kind kind;
    Literal a, b, c;
    bool operator==(const Key&) const = default;
  };
  struct Made {
    Key key{};
    Literal out = 0;  // 0: a free place
  };

  void clause(std::initializer_list<Literal> literals) { sink_({literals.begin(), literals.size()}); }
  // The output of that gate, and whether its clauses are still to be written.
  std::pair<Literal, bool> output(const Key& key);
  Made& place_of(const Key& key);
  void grow();

  Sink sink_;
  Literal last_ = kTrue;
  // All gates, hashed with open addressing: a table of nodes took half of the time of making circuits.
  std::vector<Made> made_ = std::vector<Made>(256);
  std::size_t used_ = 0;
};

}  // namespace cairn::solver

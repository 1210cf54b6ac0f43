// The words a program knows: what its runs have compared their input with, and the constants of its source that they
// may yet compare it with. A fuzzer guesses them or is given a dictionary; here they stand in the conditions that were
// recorded, whether or not a solver came to them yet, and in what the compiler noted of the program.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include "engine/base/rng.h"
#include "engine/expr/expr.h"

namespace cairn::explore {

class Vocabulary {
 public:
  // The DAG outlives this object.
  explicit Vocabulary(const expr::Dag& dag, std::span<const std::string_view> constants = {});

  // Looks at what was recorded since the last time.
  void update();

  // The expressions are others; the words are still the program's.
  void forget() { seen_ = 0; }

  [[nodiscard]] bool empty() const { return words_.empty() && constants_.empty(); }
  // The bytes of some word, as they would stand in an input; recorded ones and constants are equally likely. Requires
  // !empty().
  [[nodiscard]] std::span<const std::uint8_t> draw(base::Rng& rng) const;

 private:
  using Word = std::vector<std::uint8_t>;

  void learn(expr::ExprId comparison);

  const expr::Dag& dag_;
  std::uint32_t seen_ = 0;
  std::vector<Word> words_;  // recorded
  std::set<Word> known_;
  std::vector<Word> constants_;
};

}  // namespace cairn::explore

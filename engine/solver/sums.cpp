#include "engine/solver/sums.h"

#include <algorithm>
#include <unordered_map>

#include "engine/expr/bits.h"
#include "engine/expr/evaluate.h"

namespace cairn::solver {
namespace {

using expr::Op;
using expr::u128;

std::uint64_t mask_of(unsigned width) { return width >= 64 ? ~0ull : (1ull << width) - 1; }

// The largest value the sum could have without wrapping around.
u128 largest(const Sum& sum) {
  u128 total = sum.constant;
  for (const Sum::Term& term : sum.terms) total += *std::ranges::max_element(term.of);
  return total;
}

class Reader {
 public:
  explicit Reader(const Flat& flat) : flat_(flat) {}

  std::optional<Sum> read(std::uint32_t index) {
    if (const auto found = known_.find(index); found != known_.end()) return found->second;
    if (++visits_ > kMostVisits || depth_ > kDeepest) return std::nullopt;
    ++depth_;
    std::optional<Sum> sum = make(flat_.item(index), index);
    --depth_;
    if (sum && sum->terms.size() > kMostTerms) sum.reset();
    known_.emplace(index, sum);
    return sum;
  }

 private:
  static constexpr unsigned kMostVisits = 500, kDeepest = 100;

  // a + factor * b, in the width of a.
  static Sum plus(Sum a, const Sum& b, std::uint64_t factor) {
    const std::uint64_t mask = mask_of(a.width);
    a.constant = (a.constant + factor * b.constant) & mask;
    for (const Sum::Term& term : b.terms) {
      auto mine = std::ranges::find(a.terms, term.byte, &Sum::Term::byte);
      if (mine == a.terms.end()) mine = a.terms.insert(a.terms.end(), Sum::Term{term.byte, {}});
      for (unsigned v = 0; v < 256; ++v) mine->of[v] = (mine->of[v] + factor * term.of[v]) & mask;
    }
    return a;
  }
  static Sum zero(unsigned width) {
    Sum sum;
    sum.width = width;
    return sum;
  }

  std::optional<Sum> make(const Flat::Item& item, std::uint32_t index) {
    if (item.width > 64) return std::nullopt;
    switch (item.op) {
      case Op::Const: {
        Sum sum = zero(item.width);
        sum.constant = expr::low64(flat_.value(index));
        return sum;
      }
      case Op::Input:
        return input(item);
      case Op::Add:
      case Op::Sub: {
        const auto a = read(item.a), b = read(item.b);
        if (a && b) return plus(*a, *b, item.op == Op::Add ? 1 : ~0ull);
        return std::nullopt;
      }
      case Op::Mul: {
        const auto a = read(item.a), b = read(item.b);
        if (!a || !b) return std::nullopt;
        if (b->terms.empty()) return plus(zero(item.width), *a, b->constant);
        if (a->terms.empty()) return plus(zero(item.width), *b, a->constant);
        return table(item, a, b);
      }
      case Op::Shl: {
        const auto a = read(item.a), b = read(item.b);
        if (!a || !b || !b->terms.empty()) return table(item, a, b);
        return plus(zero(item.width), *a, b->constant >= item.width ? 0 : 1ull << b->constant);
      }
      case Op::Concat: {
        const auto a = read(item.a), b = read(item.b);
        if (!a || !b || !fits(*a) || !fits(*b)) return std::nullopt;
        return plus(plus(zero(item.width), *a, 1ull << (item.width - item.from)), *b, 1);
      }
      case Op::ZExt: {
        const auto a = read(item.a);
        if (a && fits(*a)) return plus(zero(item.width), *a, 1);
        return table(item, a, std::nullopt);
      }
      case Op::Extract: {
        const auto a = item.from <= 64 ? read(item.a) : std::nullopt;
        if (a && item.imm == 0) return plus(zero(item.width), *a, 1);
        return table(item, a, std::nullopt);
      }
      default:
        break;
    }
    if (expr::u128{item.from} > 64 || item.a == Flat::kNone || item.c != Flat::kNone) return std::nullopt;
    const auto a = read(item.a);
    return table(item, a, item.b == Flat::kNone ? std::nullopt : read(item.b));
  }

  static bool fits(const Sum& sum) { return largest(sum) <= mask_of(sum.width); }

  std::optional<Sum> input(const Flat::Item& item) {
    Sum sum = zero(item.width);
    const std::uint32_t first = flat_.place_of(expr::ByteId(static_cast<std::uint32_t>(item.imm)));
    for (std::uint32_t i = 0; i < item.width / 8u; ++i) {
      sum.terms.push_back({first + i, {}});
      for (std::uint64_t v = 0; v < 256; ++v) sum.terms.back().of[v] = v << (8 * i);
    }
    return sum;
  }

  // Whatever the operation is: when its operands depend on one byte only, it is a table.
  std::optional<Sum> table(const Flat::Item& item, const std::optional<Sum>& a, const std::optional<Sum>& b) {
    if (!a || (item.b != Flat::kNone && !b) || item.op == Op::TableRead) return std::nullopt;
    std::optional<std::uint32_t> byte;
    for (const auto* sum : {&a, &b}) {
      if (!*sum) continue;
      for (const Sum::Term& term : (*sum)->terms) {
        if (byte && *byte != term.byte) return std::nullopt;
        byte = term.byte;
      }
    }
    if (!byte) return std::nullopt;
    const auto at = [](const std::optional<Sum>& sum, unsigned v) -> std::uint64_t {
      if (!sum) return 0;
      return (sum->constant + (sum->terms.empty() ? 0 : sum->terms.front().of[v])) & mask_of(sum->width);
    };
    Sum sum = zero(item.width);
    sum.terms.push_back({*byte, {}});
    for (unsigned v = 0; v < 256; ++v)
      sum.terms.front().of[v] =
          expr::low64(expr::apply(item.op, item.width, item.imm, item.from, at(a, v), at(b, v), 0));
    return sum;
  }

  const Flat& flat_;
  std::unordered_map<std::uint32_t, std::optional<Sum>> known_;
  unsigned visits_ = 0, depth_ = 0;
};

// Depth first over the terms, widest range first; what is left of the target must lie between what the remaining terms
// can give at least and at most. The sum without wrapping may be the target plus any multiple of the modulus.
class Descent {
 public:
  Descent(const Sum& sum, std::span<const ByteSet> allowed, base::Rng& rng, std::uint64_t& steps) : steps_(steps) {
    for (const Sum::Term& term : sum.terms) {
      Level level{term.byte, {}};
      const auto values = allowed[term.byte].values();
      const std::uint64_t start = values.count == 0 ? 0 : rng.below(values.count);
      for (unsigned i = 0; i < values.count; ++i) {
        const std::uint8_t value = values.at[(start + i) % values.count];
        level.choices.push_back({term.of[value], value});
      }
      offset_ += level.rebase(sum.width);
      levels_.push_back(std::move(level));
    }
    std::ranges::sort(levels_, [](const Level& x, const Level& y) {
      const std::uint64_t mine = x.most() - x.least(), other = y.most() - y.least();
      return mine != other ? mine > other : x.byte < y.byte;
    });
    least_.assign(levels_.size() + 1, 0);
    most_ = least_;
    for (std::size_t i = levels_.size(); i-- > 0;) {
      least_[i] = least_[i + 1] + levels_[i].least();
      most_[i] = most_[i + 1] + levels_[i].most();
    }
    chosen_.resize(levels_.size());
    last_.reserve(levels_.empty() ? 0 : levels_.back().choices.size());
    if (!levels_.empty())
      for (const Choice& choice : levels_.back().choices) last_.try_emplace(choice.gives, choice.value);
  }

  bool run(u128 target, std::size_t i = 0) {
    if (steps_ == 0) return false;
    --steps_;
    if (target < least_[i] || target > most_[i]) return false;
    if (i == levels_.size()) return true;
    if (i + 1 == levels_.size()) {
      const auto found = last_.find(expr::low64(target));
      if (found == last_.end()) return false;
      chosen_[i] = found->second;
      return true;
    }
    for (const Choice& choice : levels_[i].choices) {
      if (choice.gives > target) continue;
      const u128 rest = target - choice.gives;
      if (rest < least_[i + 1] || rest > most_[i + 1]) continue;
      chosen_[i] = choice.value;
      if (run(rest, i + 1)) return true;
      if (steps_ == 0) return false;
    }
    return false;
  }

  [[nodiscard]] bool possible() const {
    return std::ranges::none_of(levels_, [](const Level& level) { return level.choices.empty(); });
  }
  [[nodiscard]] u128 most() const { return most_.front(); }
  [[nodiscard]] std::uint64_t offset() const { return offset_; }  // to be taken off the target
  [[nodiscard]] std::vector<Flat::Change> changes() const {
    std::vector<Flat::Change> result;
    for (std::size_t i = 0; i < levels_.size(); ++i) result.push_back({levels_[i].byte, chosen_[i]});
    return result;
  }

 private:
  struct Choice {
    std::uint64_t gives;
    std::uint8_t value;
  };
  struct Level {
    std::uint32_t byte;
    std::vector<Choice> choices;
    [[nodiscard]] std::uint64_t least() const {
      return choices.empty() ? 0 : std::ranges::min_element(choices, {}, &Choice::gives)->gives;
    }
    [[nodiscard]] std::uint64_t most() const {
      return choices.empty() ? 0 : std::ranges::max_element(choices, {}, &Choice::gives)->gives;
    }
    // Counts from the smallest value on, as signed or unsigned numbers, whichever makes the range smaller.
    std::uint64_t rebase(unsigned width) {
      const std::uint64_t mask = mask_of(width), sign = (mask >> 1) + 1, unsigned_range = most() - least();
      for (Choice& choice : choices) choice.gives = (choice.gives + sign) & mask;
      std::uint64_t base = least() - sign;
      if (most() - least() > unsigned_range) {
        for (Choice& choice : choices) choice.gives = (choice.gives - sign) & mask;
        base = least();
      }
      const std::uint64_t first = least();
      for (Choice& choice : choices) choice.gives -= first;
      return base;
    }
  };

  std::vector<Level> levels_;
  std::uint64_t offset_ = 0;
  std::vector<u128> least_, most_;  // of the levels from here on
  std::vector<std::uint8_t> chosen_;
  std::unordered_map<std::uint64_t, std::uint8_t> last_;
  std::uint64_t& steps_;
};

}  // namespace

std::optional<Sum> as_sum(const Flat& flat, std::uint32_t item) { return Reader(flat).read(item); }

std::optional<std::vector<Flat::Change>> solve_sum(const Sum& sum, std::uint64_t target,
                                                   std::span<const ByteSet> allowed, base::Rng& rng,
                                                   std::uint64_t& steps) {
  Descent descent(sum, allowed, rng, steps);
  if (!descent.possible()) return std::nullopt;
  const u128 modulus = u128{mask_of(sum.width)} + 1;
  for (u128 goal = (target - sum.constant - descent.offset()) & mask_of(sum.width); goal <= descent.most() && steps > 0;
       goal += modulus)
    if (descent.run(goal)) return descent.changes();
  return std::nullopt;
}

}  // namespace cairn::solver

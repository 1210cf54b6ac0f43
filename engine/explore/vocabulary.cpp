#include "engine/explore/vocabulary.h"

#include <algorithm>

#include "engine/solver/comparison.h"

namespace cairn::explore {

namespace {

constexpr std::size_t kMostWords = 4096;
constexpr std::size_t kMostEnds = 16;  // of one comparison

bool compares(expr::Op op) {
  using enum expr::Op;
  return op == Eq || op == Ne || op == Ult || op == Ule || op == Slt || op == Sle;
}

// The ends of the ranges on the side that has fewer values: the constant itself where something must be equal to it.
std::vector<std::uint64_t> ends(const solver::IntervalSet& allowed) {
  const solver::IntervalSet other = allowed.complement();
  const auto size = [](const solver::IntervalSet& set) {
    double sum = 0;
    for (const auto& [low, high] : set.intervals()) sum += static_cast<double>(high - low) + 1;
    return sum;
  };
  std::vector<std::uint64_t> values;
  for (const auto& [low, high] : (size(allowed) <= size(other) ? allowed : other).intervals()) {
    values.push_back(low);
    if (high != low) values.push_back(high);
  }
  values.resize(std::min(values.size(), kMostEnds));
  return values;
}

}  // namespace

Vocabulary::Vocabulary(const expr::Dag& dag, std::span<const std::string_view> constants) : dag_(dag) {
  for (const std::string_view word : constants.first(std::min(constants.size(), kMostWords))) {
    constants_.emplace_back(word.begin(), word.end());
  }
}

std::span<const std::uint8_t> Vocabulary::draw(base::Rng& rng) const {
  const bool constant = words_.empty() || (!constants_.empty() && rng.coin());
  const std::vector<Word>& from = constant ? constants_ : words_;
  return from[rng.below(from.size())];
}

void Vocabulary::update() {
  for (const auto size = static_cast<std::uint32_t>(dag_.size()); seen_ < size; ++seen_) {
    const expr::ExprId id(seen_);
    if (words_.size() < kMostWords && compares(dag_.node(id).op)) learn(id);
  }
}

void Vocabulary::learn(expr::ExprId comparison) {
  const auto found = solver::as_comparison(dag_, comparison);
  if (!found) return;
  const expr::Node* term = &dag_.node(found->term);
  const bool swapped = term->op == expr::Op::Bswap;
  if (swapped) term = &dag_.node(term->a);
  if (term->op != expr::Op::Input) return;
  for (const std::uint64_t value : ends(found->allowed)) {
    Word word;
    for (unsigned bit = 0; bit < term->width; bit += 8) word.push_back(static_cast<std::uint8_t>(value >> bit));
    if (swapped) std::ranges::reverse(word);
    if (known_.insert(word).second) words_.push_back(std::move(word));
  }
}

}  // namespace cairn::explore

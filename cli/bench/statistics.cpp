#include "cli/bench/statistics.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

namespace cairn::bench {

namespace {

constexpr std::size_t kExact = 40;

// Pairs in which the first wins, ties counting half: U of the first sample.
double wins(std::span<const double> first, std::span<const double> second) {
  double count = 0;
  for (const double a : first) {
    for (const double b : second) count += a > b ? 1 : a == b ? 0.5 : 0;
  }
  return count;
}

std::vector<double> ties(std::span<const double> first, std::span<const double> second) {
  std::map<double, double> values;
  for (const double value : first) ++values[value];
  for (const double value : second) ++values[value];
  std::vector<double> counts;
  for (const auto& [value, count] : values) {
    if (count > 1) counts.push_back(count);
  }
  return counts;
}

// P(U <= u) when all orders are equally likely: ways[m][s] counts choices of m ranks whose U is s.
double exact_below(std::size_t n, std::size_t m, double u) {
  const std::size_t largest = n * m;
  std::vector<std::vector<double>> ways(n + 1, std::vector<double>(largest + 1, 0));
  ways[0][0] = 1;
  for (std::size_t rank = 1; rank <= n + m; ++rank) {
    for (std::size_t chosen = std::min(rank, n); chosen >= 1; --chosen) {
      const std::size_t added = rank - chosen;  // members of the other sample below this one
      if (added > m) continue;
      for (std::size_t sum = largest + 1; sum-- > added;) ways[chosen][sum] += ways[chosen - 1][sum - added];
    }
  }
  double all = 0;
  double below = 0;
  for (std::size_t sum = 0; sum <= largest; ++sum) {
    all += ways[n][sum];
    if (static_cast<double>(sum) <= u) below += ways[n][sum];
  }
  return below / all;
}

}  // namespace

Sample describe(std::span<const double> values) {
  Sample sample;
  if (values.empty()) return sample;
  const auto count = static_cast<double>(values.size());
  for (const double value : values) sample.mean += value / count;
  double squares = 0;
  for (const double value : values) squares += (value - sample.mean) * (value - sample.mean);
  if (values.size() > 1) sample.deviation = std::sqrt(squares / (count - 1));
  sample.least = *std::min_element(values.begin(), values.end());
  sample.most = *std::max_element(values.begin(), values.end());
  return sample;
}

double a12(std::span<const double> first, std::span<const double> second) {
  if (first.empty() || second.empty()) return 0.5;
  return wins(first, second) / static_cast<double>(first.size() * second.size());
}

MannWhitney mann_whitney(std::span<const double> first, std::span<const double> second) {
  MannWhitney result;
  if (first.empty() || second.empty()) return result;
  const auto n = static_cast<double>(first.size());
  const auto m = static_cast<double>(second.size());
  result.u = wins(first, second);
  const auto tied = ties(first, second);
  const double smaller = std::min(result.u, n * m - result.u);
  if (tied.empty() && first.size() + second.size() <= kExact) {
    result.p = std::min(1.0, 2 * exact_below(first.size(), second.size(), smaller));
    return result;
  }
  const double all = n + m;
  double correction = 0;
  for (const double count : tied) correction += count * count * count - count;
  const double variance = n * m / 12 * (all + 1 - correction / (all * (all - 1)));
  if (!(variance > 0)) return result;
  const double z = std::max(0.0, n * m / 2 - smaller - 0.5) / std::sqrt(variance);
  result.p = std::min(1.0, std::erfc(z / std::sqrt(2.0)));
  return result;
}

}  // namespace cairn::bench

// A set of unsigned numbers of up to 64 bits as intervals: what comparisons with constants leave of a term.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace cairn::solver {

struct Interval {
  std::uint64_t low, high;  // both inside
  bool operator==(const Interval&) const = default;
};

class IntervalSet {
 public:
  static constexpr std::uint64_t largest(unsigned width) { return width >= 64 ? ~0ull : (1ull << width) - 1; }

  // Numbers of that many bits; none of them, at first.
  explicit IntervalSet(unsigned width) : width_(width) {}
  static IntervalSet all(unsigned width) { return range(width, 0, largest(width)); }
  // From low up to high, around the end when low is the greater.
  static IntervalSet range(unsigned width, std::uint64_t low, std::uint64_t high) {
    IntervalSet set(width);
    if (low <= high) {
      set.intervals_ = {{low, high}};
    } else {
      set.intervals_ = {{0, high}, {low, largest(width)}};
      set.join_neighbours();
    }
    return set;
  }

  [[nodiscard]] unsigned width() const { return width_; }
  [[nodiscard]] bool empty() const { return intervals_.empty(); }
  [[nodiscard]] const std::vector<Interval>& intervals() const { return intervals_; }
  [[nodiscard]] bool contains(std::uint64_t value) const {
    return std::ranges::any_of(intervals_, [&](const Interval& i) { return i.low <= value && value <= i.high; });
  }
  // Of a set that is not empty.
  [[nodiscard]] Interval hull() const { return {intervals_.front().low, intervals_.back().high}; }

  [[nodiscard]] IntervalSet complement() const {
    IntervalSet result(width_);
    std::uint64_t next = 0;
    for (const Interval& i : intervals_) {
      if (i.low > next) result.intervals_.push_back({next, i.low - 1});
      if (i.high == largest(width_)) return result;
      next = i.high + 1;
    }
    result.intervals_.push_back({next, largest(width_)});
    return result;
  }

  IntervalSet& operator&=(const IntervalSet& other) {
    std::vector<Interval> common;
    for (auto a = intervals_.cbegin(), b = other.intervals_.cbegin();
         a != intervals_.cend() && b != other.intervals_.cend();) {
      const std::uint64_t low = std::max(a->low, b->low), high = std::min(a->high, b->high);
      if (low <= high) common.push_back({low, high});
      if (a->high < b->high) {
        ++a;
      } else {
        ++b;
      }
    }
    intervals_.swap(common);
    return *this;
  }
  IntervalSet& operator|=(const IntervalSet& other) {
    intervals_.insert(intervals_.end(), other.intervals_.begin(), other.intervals_.end());
    join_neighbours();
    return *this;
  }

  // { x + amount }, around the end.
  [[nodiscard]] IntervalSet plus(std::uint64_t amount) const {
    IntervalSet result(width_);
    for (const Interval& i : intervals_)
      result |= range(width_, (i.low + amount) & largest(width_), (i.high + amount) & largest(width_));
    return result;
  }
  // { amount - x }
  [[nodiscard]] IntervalSet reflected(std::uint64_t amount) const {
    IntervalSet result(width_);
    for (const Interval& i : intervals_)
      result |= range(width_, (amount - i.high) & largest(width_), (amount - i.low) & largest(width_));
    return result;
  }
  // The same numbers, each of `width` bits; greater ones are left out.
  [[nodiscard]] IntervalSet narrowed(unsigned width) const {
    IntervalSet result(width);
    for (const Interval& i : intervals_)
      if (i.low <= largest(width)) result.intervals_.push_back({i.low, std::min(i.high, largest(width))});
    return result;
  }
  // { x : x / divisor in the set }
  [[nodiscard]] IntervalSet times(std::uint64_t divisor) const {
    IntervalSet result(width_);
    for (const Interval& i : intervals_) {
      if (i.low > largest(width_) / divisor) break;
      const std::uint64_t low = i.low * divisor;
      const bool beyond = i.high > (largest(width_) - (divisor - 1)) / divisor;
      result.intervals_.push_back({low, beyond ? largest(width_) : i.high * divisor + (divisor - 1)});
    }
    return result;
  }

  bool operator==(const IntervalSet&) const = default;

 private:
  void join_neighbours() {
    std::ranges::sort(intervals_, {}, &Interval::low);
    std::vector<Interval> joined;
    for (const Interval& i : intervals_) {
      if (!joined.empty() && (joined.back().high >= i.low || joined.back().high + 1 == i.low)) {
        joined.back().high = std::max(joined.back().high, i.high);
      } else {
        joined.push_back(i);
      }
    }
    intervals_.swap(joined);
  }

  unsigned width_;
  std::vector<Interval> intervals_;  // ascending, disjoint, none touching the next
};

}  // namespace cairn::solver

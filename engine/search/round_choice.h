// Which kind of round comes next (--prune auto): by what each kind has covered for the time it was given lately.
//
// First each of them once, then the one that promises most, and every fourth time the one that waits longest, since
// what is tried first finds what anything would have found. What a kind promises is drawn towards what all of them have
// covered lately, the more so the longer ago its own rounds were and the shorter: a kind is not the better one for
// having been tried sooner or for longer.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace cairn::search {

class RoundChoice {
 public:
  enum Kind : std::uint8_t { random_pruning, learnt_pruning, earlier_inputs, plain_search, kinds };
  using Possible = std::array<bool, kinds>;

  // The budget, and the longest a round can take.
  RoundChoice(double budget, double longest) : budget_(budget), longest_(longest) {}

  // A round of the kind took so long and covered so many sides.
  void earn(Kind kind, double covered, double spent);

  struct Chosen {
    Kind kind = plain_search;
    std::string why;  // in a few words
  };
  // One of the possible kinds; plain search always is.
  Chosen next(const Possible& possible);

 private:
  struct Earnings {
    double covered = 0, spent = 0;
    std::uint32_t waits = 0;  // rounds
    bool tried = false;
  };
  [[nodiscard]] double rate_of_all() const;
  [[nodiscard]] std::string promises(std::size_t best, const std::array<double, kinds>& rates) const;

  double budget_, longest_;
  std::uint32_t turns_ = 0;
  std::array<Earnings, kinds> earnings_{};
};

}  // namespace cairn::search

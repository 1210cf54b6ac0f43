// Completions: where a flip has made a byte the first letter of words that the program knows, or a comparison shows that
// it would have had to be that letter (letters.h), the whole words are worth a try there.
//
// Options, operands and keywords are compared letter by letter, often with one after the other: a flip has the first
// letter right, and each letter behind it must be picked among all that is open, again for each word. Fuzzers get over
// that by copying the other side of a comparison into the input (Aschermann et al., REDQUEEN, NDSS 2019), where they
// see it; here the words are the constants of the source, and the flip or the comparison tells the place.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "engine/trace/input.h"

namespace cairn::explore {

class Completions {
 public:
  explicit Completions(std::span<const std::string_view> words);

  // A flip at that conditional made `after` of `before`. Each word that begins with one of the bytes it changed, and
  // has room there, is put down to be tried: once for a conditional and an object, wherever in the object it stands.
  void flipped(std::uint64_t conditional, const trace::Input& before, const trace::Input& after);

  // That byte of the object would have had to be `letter` for a conditional to go the other way: likewise.
  void missed(std::uint64_t conditional, const trace::Input& input, std::size_t object, std::size_t at,
              std::uint8_t letter);

  // The one put down first, of those that a flip pointed at.
  std::optional<trace::Input> next();
  // Of those that only a letter pointed at, the first at the conditional that has had the fewest: a comparison that
  // nobody came to before does not wait for all that was compared earlier.
  std::optional<trace::Input> next_missed();
  [[nodiscard]] bool any_missed() const { return !least_tried_.empty(); }

 private:
  // The inputs that are worth a try, with each word that begins with the byte at that place.
  std::vector<trace::Input> complete(std::uint64_t conditional, const trace::Input& input, std::size_t object,
                                     std::size_t at);

  std::array<std::vector<std::string_view>, 256> words_;  // by their first letter
  std::unordered_set<std::uint64_t> tried_;
  std::deque<trace::Input> flipped_;
  struct Missed {
    std::uint32_t tried = 0;
    std::deque<trace::Input> waiting;
  };
  std::unordered_map<std::uint64_t, Missed> missed_;               // by conditional
  std::set<std::pair<std::uint32_t, std::uint64_t>> least_tried_;  // those of them where something waits
  std::size_t missed_waiting_ = 0;
};

}  // namespace cairn::explore

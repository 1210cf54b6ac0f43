// Completions: where a flip has made a byte the first letter of words that the program knows, the whole words are worth
// a try there.
//
// Options, operands and keywords are compared letter by letter, often with one after the other: a flip has the first
// letter right, and each letter behind it must be picked among all that is open, again for each word. Fuzzers get over
// that by copying the other side of a comparison into the input (Aschermann et al., REDQUEEN, NDSS 2019), where they
// see it; here the words are the constants of the source, and the flip tells the place.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "engine/trace/input.h"

namespace cairn::explore {

class Completions {
 public:
  explicit Completions(std::span<const std::string_view> words);

  // A flip at that conditional made `after` of `before`. Each word that begins with one of the bytes it changed, and
  // has room there, is put down to be tried: once for a conditional and an object, wherever in the object it stands.
  void flipped(std::uint64_t conditional, const trace::Input& before, const trace::Input& after);

  // The one put down first.
  std::optional<trace::Input> next();

 private:
  void complete(std::uint64_t conditional, const trace::Input& input, std::size_t object, std::size_t at);

  std::array<std::vector<std::string_view>, 256> words_;  // by their first letter
  std::unordered_set<std::uint64_t> tried_;
  std::deque<trace::Input> waiting_;
};

}  // namespace cairn::explore

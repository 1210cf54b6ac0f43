// The prior: how random inputs are drawn (--prior). What a random run is worth depends on it as much as on the program.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/base/rng.h"

namespace cairn::explore {

class Prior {
 public:
  // All bytes equally likely.
  Prior();

  //   uniform      all bytes equally likely
  //   text         printable ASCII and newline
  //   small        half of the bytes are zero: small numbers
  //   file:PATH    as often as they occur in that file
  // An error says what is wrong with it.
  static base::Result<Prior> parse(const std::string& text);

  std::uint8_t draw(base::Rng& rng) const;
  [[nodiscard]] bool uniform() const { return uniform_; }

 private:
  explicit Prior(const std::array<std::uint64_t, 256>& weights);

  std::array<std::uint64_t, 256> until_{};  // sums of the weights up to and including each byte
  bool uniform_ = false;
};

}  // namespace cairn::explore

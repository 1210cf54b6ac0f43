#include "engine/explore/prior.h"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <iterator>

namespace cairn::explore {

namespace {

using Weights = std::array<std::uint64_t, 256>;

Weights equal_weights() {
  Weights weights{};
  weights.fill(1);
  return weights;
}

}  // namespace

Prior::Prior() : Prior(equal_weights()) { uniform_ = true; }

Prior::Prior(const Weights& weights) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) until_[i] = sum += weights[i];
}

base::Result<Prior> Prior::parse(const std::string& text) {
  constexpr std::string_view kFile = "file:";
  if (text == "uniform") return Prior();
  Weights weights{};
  if (text == "text") {
    for (std::size_t c = ' '; c <= '~'; ++c) weights[c] = 1;
    weights['\n'] = 1;
  } else if (text == "small") {
    weights.fill(1);
    weights[0] = 255;
  } else if (text.starts_with(kFile)) {
    const std::string path = text.substr(kFile.size());
    std::ifstream in(path, std::ios::binary);
    if (!in.is_open()) return base::environment_error(fmt::format("cannot read {} of --prior", path));
    std::for_each(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>(),
                  [&](char c) { ++weights[static_cast<std::uint8_t>(c)]; });
    if (std::ranges::all_of(weights, [](std::uint64_t weight) { return weight == 0; })) {
      return base::misuse_error(fmt::format("--prior {}: the file is empty, there is nothing to draw from", text));
    }
  } else {
    return base::misuse_error(fmt::format("--prior is uniform, text, small or file:PATH, not \"{}\"", text));
  }
  return Prior(weights);
}

std::uint8_t Prior::draw(base::Rng& rng) const {
  const std::uint64_t at = rng.below(until_.back());
  return static_cast<std::uint8_t>(std::ranges::upper_bound(until_, at) - until_.begin());
}

}  // namespace cairn::explore

#include "engine/explore/mutate.h"

#include <algorithm>
#include <vector>

namespace cairn::explore {

namespace {

using trace::Object;

constexpr std::uint64_t kMostChanges = 4;

std::uint8_t some_byte(const trace::Input& input, base::Rng& rng) {
  const Object& object = input.objects[rng.below(input.objects.size())];
  return object.bytes.empty() ? std::uint8_t{0} : object.bytes[rng.below(object.bytes.size())];
}

// Longer or shorter by a few bytes, at any place.
void resize(Object& object, const Prior& prior, base::Rng& rng) {
  constexpr std::uint64_t kMost = 8;
  const std::uint64_t count = 1 + rng.below(kMost);
  const auto at = static_cast<std::ptrdiff_t>(rng.below(object.bytes.size() + 1));
  if (rng.coin() && object.bytes.size() < object.capacity) {
    for (std::uint64_t i = std::min<std::uint64_t>(count, object.capacity - object.bytes.size()); i > 0; --i) {
      object.bytes.insert(object.bytes.begin() + at, prior.draw(rng));
    }
  } else {
    const auto end = std::min<std::ptrdiff_t>(at + static_cast<std::ptrdiff_t>(count), std::ssize(object.bytes));
    object.bytes.erase(object.bytes.begin() + at, object.bytes.begin() + end);
  }
}

void change(trace::Input& input, Object& object, const Prior& prior, base::Rng& rng) {
  if (object.bytes.empty() || (object.sized && rng.below(8) == 0)) {
    if (object.sized) resize(object, prior, rng);
    return;
  }
  std::uint8_t& byte = object.bytes[rng.below(object.bytes.size())];
  switch (rng.below(4)) {
    case 0:
      byte = prior.draw(rng);
      break;
    case 1:
      byte = static_cast<std::uint8_t>(byte ^ 1u << rng.below(8));
      break;
    case 2:
      byte = static_cast<std::uint8_t>(byte + 1 + rng.below(16) - 8);
      break;
    default:
      byte = some_byte(input, rng);
      break;
  }
}

}  // namespace

void mutate(trace::Input& input, const Prior& prior, base::Rng& rng) {
  // By size, so that each byte is as likely to change as any other.
  std::vector<std::uint64_t> until;
  std::uint64_t sum = 0;
  for (const Object& object : input.objects) until.push_back(sum += object.bytes.size() + (object.sized ? 1 : 0));
  if (sum == 0) return;
  for (std::uint64_t left = 1 + rng.below(kMostChanges); left > 0; --left) {
    const auto at = std::ranges::upper_bound(until, rng.below(sum)) - until.begin();
    change(input, input.objects[static_cast<std::size_t>(at)], prior, rng);
  }
}

}  // namespace cairn::explore

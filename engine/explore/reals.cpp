#include "engine/explore/reals.h"

#include <bit>
#include <cmath>
#include <cstring>

#include "engine/expr/operation.h"

namespace cairn::explore {

void Reals::update() {
  for (const auto size = static_cast<std::uint32_t>(dag_.size()); seen_ < size; ++seen_) {
    const expr::Node& node = dag_.node(expr::ExprId(seen_));
    if (!expr::takes_floats(node.op)) continue;
    for (unsigned i = 0; i < expr::arity(node.op); ++i) {
      const expr::Node& operand = dag_.node(expr::operand(node, i));
      if (operand.op == expr::Op::Input && expr::float_format(operand.width))
        places_[static_cast<std::uint32_t>(operand.imm)] = operand.width / 8u;
    }
  }
}

void Reals::draw(const trace::ObjectTable& objects, trace::ObjectId object, trace::Object& content,
                 base::Rng& rng) const {
  const std::uint32_t first = objects.first_byte(object).value;
  for (auto place = places_.lower_bound(first); place != places_.end(); ++place) {
    const std::size_t offset = place->first - first;
    if (offset + place->second > content.bytes.size()) break;
    if (rng.below(4) == 0) continue;
    const std::uint64_t bits = ordinary_real(place->second, rng);
    std::memcpy(content.bytes.data() + offset, &bits, place->second);
  }
}

std::uint64_t ordinary_real(unsigned bytes, base::Rng& rng) {
  double value = 0;
  if (rng.below(3) == 0) {
    value = static_cast<double>(rng.below(41)) - 20;
  } else {
    constexpr int kExponents = 24;
    value = std::ldexp(1 + rng.uniform(), static_cast<int>(rng.below(kExponents)) - kExponents / 2);
    if (rng.coin()) value = -value;
  }
  return bytes == 4 ? std::bit_cast<std::uint32_t>(static_cast<float>(value)) : std::bit_cast<std::uint64_t>(value);
}

}  // namespace cairn::explore

#include "engine/solver/inversion.h"

#include <unordered_map>

#include "engine/expr/bits.h"
#include "engine/expr/evaluate.h"

namespace cairn::solver {
namespace {

using expr::ones;
using expr::Op;
using expr::truncate;
using expr::u128;

constexpr unsigned kDeepest = 256;
constexpr unsigned kMostVisits = 2000;

// The inverse modulo 2^128, hence modulo every smaller power too. Each Newton step doubles the number of right bits.
u128 inverse_of_odd(u128 a) {
  u128 x = a;
  for (int i = 0; i < 7; ++i) x *= 2 - a * x;
  return x;
}

class Inverter {
 public:
  Inverter(const Flat& flat, base::Rng& rng) : flat_(flat), rng_(rng) {}

  bool reach(std::uint32_t index, u128 target) {
    if (flat_.value(index) == target) return true;
    if (depth_ >= kDeepest || ++visits_ > kMostVisits) return false;
    const Flat::Item& item = flat_.item(index);
    if (item.op == Op::Const || target != truncate(target, item.width)) return false;
    ++depth_;
    const std::size_t before = changes.size();
    const bool done = step(item, target);
    if (!done) changes.resize(before);
    --depth_;
    return done;
  }

  std::vector<Flat::Change> changes;

 private:
  [[nodiscard]] u128 value(std::uint32_t index) const { return flat_.value(index); }
  [[nodiscard]] bool constant(std::uint32_t index) const { return flat_.item(index).op == Op::Const; }

  // Changes one operand: `wanted(other, current)` is what it should be, given the other's value and its own.
  template <class Wanted>
  bool either(const Flat::Item& item, const Wanted& wanted) {
    const bool swap = constant(item.a) || (!constant(item.b) && rng_.coin());
    for (const bool second : {swap, !swap}) {
      const std::uint32_t mine = second ? item.b : item.a, other = second ? item.a : item.b;
      if (constant(mine)) continue;
      const std::optional<u128> target = wanted(value(other), value(mine));
      if (target && reach(mine, *target)) return true;
    }
    return false;
  }

  bool input(const Flat::Item& item, u128 target) {
    const std::uint32_t first = flat_.place_of(expr::ByteId(static_cast<std::uint32_t>(item.imm)));
    for (std::uint32_t i = 0; i < item.width / 8u; ++i) {
      // Later changes of a byte win: they know of the earlier ones where parts of one value are set one by one.
      changes.push_back({first + i, static_cast<std::uint8_t>(target >> (8 * i))});
    }
    return true;
  }

  bool multiply(const Flat::Item& item, u128 target) {
    return either(item, [&](u128 factor, u128 current) -> std::optional<u128> {
      if (factor == 0) return std::nullopt;
      const unsigned zeros = expr::trailing_zeros(factor);
      if (truncate(target, zeros) != 0) return std::nullopt;
      const unsigned known = item.width - zeros;  // the bits above do not matter
      const u128 low = truncate((target >> zeros) * inverse_of_odd(factor >> zeros), known);
      return low | (current & ones(item.width) & ~ones(known));
    });
  }

  bool shift(const Flat::Item& item, u128 target) {
    if (value(item.b) >= item.width) return false;
    const auto by = static_cast<unsigned>(value(item.b));
    const unsigned kept = item.width - by;
    const u128 current = value(item.a);
    if (item.op == Op::Shl) {
      if (truncate(target, by) != 0) return false;
      return reach(item.a, (target >> by) | (current & ~ones(kept) & ones(item.width)));
    }
    const u128 wanted = truncate(target << by, item.width) | truncate(current, by);
    return expr::apply(item.op, item.width, 0, item.width, wanted, by, 0) == target && reach(item.a, wanted);
  }

  bool lookup(const Flat::Item& item, u128 target) {
    const std::size_t size = item.table->bytes.size(), count = item.width / 8u;
    if (size < count || !item.entries.empty()) return false;
    const std::size_t start = rng_.below(size - count + 1);
    visits_ += static_cast<unsigned>(size / 64);
    for (std::size_t i = 0; i + count <= size; ++i) {
      const std::size_t at = (start + i) % (size - count + 1);
      u128 read = 0;
      for (std::size_t k = 0; k < count; ++k) read |= u128{item.table->bytes[at + k]} << (8 * k);
      if (read == target && reach(item.a, at)) return true;
      if (visits_ > kMostVisits) return false;
    }
    return false;
  }

  // A value below `bound`, mostly next to it.
  u128 under(u128 bound) { return rng_.coin() ? bound - 1 : (u128{rng_.next()} << 64 | rng_.next()) % bound; }

  bool compare(const Flat::Item& item, bool target) {
    const unsigned width = item.from;
    const u128 top = ones(width), flip = u128{1} << (width - 1);
    switch (item.op) {
      case Op::Eq:
      case Op::Ne:
        if ((item.op == Op::Eq) == target) return either(item, [](u128 other, u128) { return std::optional(other); });
        return either(item,
                      [&](u128, u128 current) { return std::optional(truncate(current + 1 + under(top), width)); });
      case Op::Ult:
      case Op::Slt:
      case Op::Ule:
      case Op::Sle:
        break;
      default:
        return false;
    }
    // Signed order is unsigned order with the sign bit flipped. Then: make the smaller one small or the larger one
    // large.
    const bool is_signed = item.op == Op::Slt || item.op == Op::Sle;
    const bool strict = (item.op == Op::Ult || item.op == Op::Slt) == target;
    const u128 bias = is_signed ? flip : 0;
    const std::uint32_t low = target ? item.a : item.b, high = target ? item.b : item.a;
    const auto lower = [&] {
      const u128 bound = value(high) ^ bias;
      if (strict && bound == 0) return false;
      return !constant(low) && reach(low, (strict              ? under(bound)
                                           : bound == ~u128{0} ? bound
                                                               : under(bound + 1)) ^
                                              bias);
    };
    const auto raise = [&] {
      const u128 bound = value(low) ^ bias;
      if (strict && bound == top) return false;
      const u128 least = bound + (strict ? 1 : 0), room = top - least;
      return !constant(high) && reach(high, (room == ~u128{0} ? top : least + room - under(room + 1)) ^ bias);
    };
    return rng_.coin() ? lower() || raise() : raise() || lower();
  }

  bool step(const Flat::Item& item, u128 target) {
    const unsigned width = item.width;
    switch (item.op) {
      case Op::Input:
        return input(item, target);
      case Op::ZExt:
        return truncate(target, item.from) == target && reach(item.a, target);
      case Op::SExt: {
        const u128 narrow = truncate(target, item.from);
        return expr::apply(Op::SExt, width, 0, item.from, narrow, 0, 0) == target && reach(item.a, narrow);
      }
      case Op::Extract: {
        const u128 hole = ones(width) << item.imm;
        const auto [whole, fresh] = wholes_.try_emplace(item.a, value(item.a));
        whole->second = (whole->second & ~hole) | (target << item.imm);
        return reach(item.a, whole->second);
      }
      case Op::Concat: {
        const unsigned low = width - item.from;
        return reach(item.a, target >> low) && reach(item.b, truncate(target, low));
      }
      case Op::Add:
        return either(item, [&](u128 other, u128) { return std::optional(truncate(target - other, width)); });
      case Op::Xor:
        return either(item, [&](u128 other, u128) { return std::optional(target ^ other); });
      case Op::Sub:
        if (!constant(item.a) && (constant(item.b) || rng_.coin()) &&
            reach(item.a, truncate(target + value(item.b), width)))
          return true;
        return reach(item.b, truncate(value(item.a) - target, width));
      case Op::Mul:
        return multiply(item, target);
      case Op::And:
        return either(item,
                      [&](u128 other, u128 current) {
                        return (target & ~other) != 0 ? std::nullopt : std::optional((current & ~other) | target);
                      }) ||
               (reach(item.a, value(item.a) | target) && reach(item.b, target));
      case Op::Or:
        return either(item,
                      [&](u128 other, u128 current) {
                        return (other & ~target) != 0 ? std::nullopt
                                                      : std::optional((current & other) | (target & ~other));
                      }) ||
               (reach(item.a, value(item.a) & target) && reach(item.b, target));
      case Op::Shl:
      case Op::LShr:
      case Op::AShr:
        return shift(item, target);
      case Op::UDiv: {
        const u128 by = value(item.b);
        if (by == 0 || target > ones(width) / by) return false;
        return reach(item.a, target * by);
      }
      case Op::URem: {
        const u128 by = value(item.b), current = value(item.a);
        if (by == 0 || target >= by) return false;
        const u128 base = current - current % by;
        return target <= ones(width) - base && reach(item.a, base + target);
      }
      case Op::Bswap:
      case Op::BitReverse:
        return reach(item.a, expr::apply(item.op, width, 0, width, target, 0, 0));
      case Op::Fshl:
      case Op::Fshr:
        return item.a == item.b && reach(item.a, expr::apply(item.op == Op::Fshl ? Op::Fshr : Op::Fshl, width, 0, width,
                                                             target, target, value(item.c)));
      case Op::Ite:
        if (value(item.b) == target && reach(item.a, 1)) return true;
        if (value(item.c) == target && reach(item.a, 0)) return true;
        return reach(value(item.a) != 0 ? item.b : item.c, target);
      case Op::TableRead:
        return lookup(item, target);
      default:
        return width == 1 && compare(item, target != 0);
    }
  }

  const Flat& flat_;
  base::Rng& rng_;
  unsigned depth_ = 0, visits_ = 0;
  std::unordered_map<std::uint32_t, u128> wholes_;  // items of which parts were set so far, and what they should be
};

}  // namespace

std::optional<std::vector<Flat::Change>> invert(const Flat& flat, std::uint32_t item, u128 target, base::Rng& rng) {
  Inverter inverter(flat, rng);
  if (!inverter.reach(item, target)) return std::nullopt;
  return std::move(inverter.changes);
}

}  // namespace cairn::solver

// Small helpers on the bits of 128-bit values, shared by the files of this folder.
#pragma once

#include <bit>
#include <cstdint>

#include "engine/expr/expr.h"

namespace cairn::expr {

using i128 = __int128;

constexpr u128 ones(unsigned width) { return width >= 128 ? ~u128{0} : (u128{1} << width) - 1; }
constexpr u128 truncate(u128 value, unsigned width) { return value & ones(width); }
constexpr bool sign_bit(u128 value, unsigned width) { return ((value >> (width - 1)) & 1) != 0; }
constexpr i128 to_signed(u128 value, unsigned width) {
  return sign_bit(value, width) ? static_cast<i128>(value | ~ones(width)) : static_cast<i128>(value);
}
constexpr std::uint64_t low64(u128 value) { return static_cast<std::uint64_t>(value); }
constexpr std::uint64_t high64(u128 value) { return static_cast<std::uint64_t>(value >> 64); }
constexpr unsigned population(u128 value) {
  return static_cast<unsigned>(std::popcount(low64(value)) + std::popcount(high64(value)));
}
// 128 for zero.
constexpr unsigned trailing_zeros(u128 value) {
  return static_cast<unsigned>(low64(value) != 0 ? std::countr_zero(low64(value))
                                                 : 64 + std::countr_zero(high64(value)));
}
constexpr unsigned leading_zeros(u128 value) {
  return static_cast<unsigned>(high64(value) != 0 ? std::countl_zero(high64(value))
                                                  : 64 + std::countl_zero(low64(value)));
}

}  // namespace cairn::expr

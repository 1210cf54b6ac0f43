// From the one string of bytes a fuzzer makes to the inputs of a program: the other half of bench/fuzzers/inputs.h,
// which describes the encoding.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/trace/input.h"

namespace cairn::bench {

// `declared`: options of `cairn run` that declare inputs, in the words of an index of subjects.
trace::Input decode(std::span<const std::uint8_t> data, const std::vector<std::string>& declared);

}  // namespace cairn::bench

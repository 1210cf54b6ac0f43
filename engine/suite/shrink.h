// Smaller inputs for the same purpose: bytes that it does not need are taken away, the others made plain.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "engine/base/result.h"
#include "engine/trace/input.h"

namespace cairn::suite {

// What came of running a changed input: it serves the purpose as well, it does not, or that is not known and no other
// is to be tried.
enum class Trial : std::uint8_t { serves, fails, stop };
using Try = std::function<base::Result<Trial>(const trace::Input&)>;

// How many bytes of it are said by it: what is behind the end of a string in a place of fixed size does not count.
[[nodiscard]] std::size_t size_of(const trace::Input& input);

// Takes bytes away where the size is part of the input and from strings, large blocks first, from the end. Ensures:
// the input has been tried and serves, or is as it was.
base::Status drop_bytes(trace::Input& input, const Try& attempt);

// The same, and what is left becomes zeros wherever it may be anything ('0' where people read it); again until nothing
// changes.
base::Status shrink(trace::Input& input, const Try& attempt);

}  // namespace cairn::suite

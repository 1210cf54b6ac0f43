// What a watched call of a function told (runtime/unit/observe*.c): the objects it was given and what became of them.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"

namespace cairn::unit {

enum class Role { argument, object, variable, stub, result, found };

struct Observed {
  Role role = Role::object;
  std::uint32_t number = 0;  // of the parameter, variable or stub
  std::uint32_t type = 0;    // a planned type
  std::uint64_t count = 0, size = 0, address = 0;
  std::string name;
  std::vector<std::uint8_t> before, after;  // after is empty when the call did not return, or the object is gone
  bool freed = false;
};

// An argument of a stub.
struct Passed {
  std::uint32_t stub = 0, call = 0, parameter = 0;
  bool text = false;  // the bytes are what a string constant says that it leads to
  std::vector<std::uint8_t> bytes;
};

struct Observation {
  std::vector<Observed> objects;
  bool returned = false;
  std::vector<Passed> passed = {};                     // of the first calls
  std::map<std::uint32_t, std::uint64_t> called = {};  // how often each stub was, when the function returned

  // The object an address lies in, or nothing; after the call only those that still are.
  [[nodiscard]] std::optional<std::size_t> find(std::uint64_t address, bool after) const;
};

// Rejected: an assumption did not hold. Undefined: a sanitizer ended it. Exhausted: the stack was full.
enum class Ending { returned, signalled, exited, rejected, undefined, exhausted };

struct Watched {
  Observation observation;
  Ending ending = Ending::returned;
  int code = 0;  // signal or exit status
};

// The garbage in fresh memory, of the first run of a call and of the second.
inline constexpr std::array<unsigned, 2> kFillers = {0x5a, 0xa5};

// Whether it was ended because it took too long.
bool timed_out(const Watched& run);

// What a harness told of a series of runs. A text that is cut short has fewer of them.
base::Result<std::vector<Watched>> parse_watched(std::string_view text);

// What the harness is to be told of a run: an input is a name and bytes.
struct DrawnInput {
  std::string name;
  std::vector<std::uint8_t> bytes;
};
std::string format_run(unsigned filler, const std::vector<DrawnInput>& inputs);

}  // namespace cairn::unit

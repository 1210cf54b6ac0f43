// One generated test: a C function that builds what a function was given, calls it, and checks what it did.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "unit/observation.h"
#include "unit/plan.h"

namespace cairn::unit {

// The stub of a callee stands before each case that may need it, and behind a macro of this name and the callee's: it
// is compiled once.
inline constexpr std::string_view kStubGuard = "CAIRN_STUB_";

struct Case {
  std::string prefix;  // stubs, before the function
  std::string body;    // of the function
  std::string checks;  // the part of the body behind the call
  Ending ending = Ending::returned;
  int code = 0;
};

// The watched call, seen twice with other garbage in fresh memory and the objects in the other order: only what was
// the same is checked. Nothing: the two ended differently.
std::optional<Case> make_case(const Plan& plan, std::size_t function, const std::string& name, const Watched& first,
                              const Watched& second);

}  // namespace cairn::unit

// Functions that stand in for others in generated tests: they give the results that a case says, count their calls and
// keep what they were given.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>

#include "unit/plan.h"

namespace cairn::unit {

// A macro of this name and a callee's says that there are cases which rely on the callee's stub.
inline constexpr std::string_view kStubGuard = "CAIRN_STUB_";

// Calls of a stub that have results of their own, one after the other, and whose arguments are known.
inline constexpr std::size_t kStubCalls = 16;

// What a stub consists of: itself, the results it gives, how often it was called, and with what, by parameters.
struct StubNames {
  std::string function, results, calls, passed;
};

// Of a stub behind a pointer by the function under test and its number, of a callee's by the callee.
StubNames names_of(const Stub& stub, std::size_t number, const std::string& function);

// Whether a stub keeps what it is given for a parameter of the type.
bool is_kept(const Description& types, TypeIndex type);

// The functions that take the place of callees.
std::string callee_stubs(const Plan& plan);

// Those behind pointers that cases of a function use: one of each does for all cases, which have processes of their
// own.
std::string pointer_stubs(const Plan& plan, const std::string& function, const std::set<std::size_t>& stubs);

}  // namespace cairn::unit

// One generated test: a C function that builds what a function was given, calls it, and checks what it did.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "unit/checks.h"
#include "unit/observation.h"
#include "unit/plan.h"

namespace cairn::unit {

struct Case {
  std::set<std::size_t> stubs;    // behind pointers, that it uses
  std::string body;               // of the function, up to the call
  std::vector<CaseCheck> checks;  // behind it
  Ending ending = Ending::returned;
  int code = 0;
};

// The checks without those of other variables.
std::vector<CaseCheck> with_variables(const std::vector<CaseCheck>& checks, const std::set<std::size_t>& variables);

// Takes out the checks that begin with one of these lines, and those about objects that have no name then. How many.
std::size_t drop_checks(Case& made, const std::set<std::string>& lines);

// The watched call, seen twice with other garbage in fresh memory and the objects in the other order: only what was
// the same is checked. Nothing: the two ended differently.
std::optional<Case> make_case(const Plan& plan, std::size_t function, const Watched& first, const Watched& second);

}  // namespace cairn::unit

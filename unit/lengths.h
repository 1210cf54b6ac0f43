// How many elements a pointer leads to: the parameter beside it that says so, by its name or by the user's wish, and
// which lengths are tried.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "unit/plan.h"

namespace cairn::unit {

// "int sum(const int* a, int n)": by names.
void guess_lengths(const Plan& plan, PlannedFunction& function);

// What the user wishes, and then the lengths beyond the bound that the functions ask for. Fails when a wish names
// parameters that no function has.
base::Status apply_lengths(Plan& plan);

// How many elements the pointer that a parameter is may lead to, where another says so.
std::uint64_t bound_of(const Plan& plan, const PlannedParameter& parameter);

// What the bounds leave of the lengths of a function, one remark for each.
std::vector<std::string> bounds(const Plan& plan, const PlannedFunction& function);

}  // namespace cairn::unit

// The harness: a C source that includes the file under test, describes its functions in tables
// (runtime/include/cairn_unit.h) and calls them. It is compiled twice: by cairn-cc for exploring, plainly for watching.
#pragma once

#include <string>
#include <vector>

#include "unit/plan.h"

namespace cairn::unit {

std::string harness_source(const Plan& plan, const std::string& included);

// What the linker has to be told so that stubs take the place of callees.
std::vector<std::string> stub_link_options(const Plan& plan);

// Lines before the file under test is included: its main is an ordinary function, and callees to be stubbed are weak.
std::string before_inclusion(const Plan& plan);

}  // namespace cairn::unit

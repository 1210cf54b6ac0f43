// Tests that fail where they were made: what nobody set is another thing in each program, and a function may depend on
// something that is no input.
#pragma once

#include <string>

#include "unit/test_source.h"

namespace cairn::unit {

struct Dropped {
  std::size_t cases = 0, checks = 0;
};

// Takes the checks out that did not hold, and the cases that ended otherwise than they should or have no check left;
// remarks of the function say so. `output`: of the program that `text` was compiled to. `whole`: a check that did not
// hold costs the case.
Dropped drop_failing(FunctionCases& function, const std::string& output, const std::string& text, bool whole);

}  // namespace cairn::unit

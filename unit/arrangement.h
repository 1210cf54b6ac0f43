// The first part of a case: the objects that the function is given, their content, and the call.
#pragma once

#include <string>

#include "unit/scene.h"

namespace cairn::unit {

// Which stubs behind pointers are used is known to the scene afterwards.
std::string arrangement_and_call(Scene& scene);

}  // namespace cairn::unit

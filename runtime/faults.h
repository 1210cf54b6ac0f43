// Where a run faults or aborts is noted for the engine: faults.cpp.
#pragma once

namespace cairn::runtime {

// Once, before any run; signals the program handles itself stay its own.
void watch_faults();

}  // namespace cairn::runtime

// Input objects, for models of functions that read them.
#pragma once

#include "runtime/recorder.h"

namespace cairn::runtime {

constexpr uint32_t kNoBranch = 0xffffffffu;  // events that belong to no branch of the program

// The run's standard input object, or null when it is not symbolic.
const cairn_object* standard_input();

// Is there a byte at this position? Emits the end-of-input event.
bool more_input(const cairn_object* object, uint64_t position, uint64_t frame);

// Ends the run without ending it in the program's name: it was rejected by an assumption. In a forked child the process leaves; in the
// in-process loop control returns to the loop.
[[noreturn]] void leave_run();

// The address of LLVMFuzzerTestOneInput, or null.
const void* fuzz_target();

}  // namespace cairn::runtime

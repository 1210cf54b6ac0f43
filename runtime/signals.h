// Recording stands still while a signal handler of the program runs (signals.cpp).
#pragma once

#include "runtime/recorder.h"

namespace cairn::runtime {

// Puts ours before the handlers that the program has set so far.
void watch_handlers();

// Code of this frame runs: handlers of this thread that are below it were left by a jump, and recording goes on.
void leave_handlers(uint64_t frame);

// Whether this thread was being recorded and is in a handler.
bool in_handler();

}  // namespace cairn::runtime

/* The target's side of the fork server: at the entry of main it either does nothing (no engine) or serves the engine's
 * commands on the control socket, forking one child per run that continues into main. */
#pragma once

#include "abi/cairn_abi.h"

extern "C" {

/* Called by instrumented code as the first thing in main. Returns at once without an engine; with one it returns only
 * in the child of a run, with argv and environment replaced when the engine gave its own. Runs of a harness
 * (LLVMFuzzerTestOneInput) are calls of it: there it does not return at all. */
void cairn_server_enter(int* argc, char*** argv, char*** envp);
}

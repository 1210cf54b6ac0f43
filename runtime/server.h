/* The target's side of the fork server: at the entry of main it either does nothing (no engine) or serves the engine's
 * commands on the control socket, forking one child per run that continues into main. */
#pragma once

#include "abi/cairn_abi.h"

extern "C" {

/* Called by instrumented code as the first thing in main. Returns at once without an engine; with one it returns only
 * in the child of a run, with argv and environment replaced when the engine gave its own. */
void cairn_server_enter(int* argc, char*** argv, char*** envp);

/* For the main of harnesses: in the child of a run, calls LLVMFuzzerTestOneInput once on the run's buffer and ends the
 * process as the loop ends an input: without exit handlers, which belong to the harness process and not to an input.
 * Elsewhere it returns at once. */
void cairn_server_run_buffer(void);
}

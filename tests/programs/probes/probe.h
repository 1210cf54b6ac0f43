// A probe is a program with a few guarded lines: from an input of zeros every marker is to be reached at every level.
// What the driver is to expect beyond that stands in the probe's `expect:` lines (tests/programs/probes.py).
#ifndef CAIRN_PROBE_H
#define CAIRN_PROBE_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "cairn.h"

#define NOINLINE __attribute__((noinline))

static inline void reached(int marker) { printf("REACHED %d\n", marker); }

#define INPUT(type, name) \
  type name;              \
  cairn_symbolic(&name, sizeof name, #name)

#endif

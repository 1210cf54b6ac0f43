// What a benchmark program provides, and what the harnesses (harness.c, native.c) make of it.
#ifndef CAIRN_BENCH_H
#define CAIRN_BENCH_H

#include <stddef.h>
#include <stdint.h>

// The work of one run. Keeps no state between calls; at least 0 when the input was well-formed.
int bench_work(const uint8_t* data, size_t size);

#endif

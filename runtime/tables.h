// Objects that are read at a symbolic offset and that the reading function does not name: it has a pointer to them.
#pragma once

#include "abi/cairn_hooks.h"

namespace cairn::runtime {

struct Object {
  const void* start;  // null: unknown
  uint64_t size;
};

// The heap begins here, or it has begun already and what it holds is not looked at.
void note_heap();

// A module's variables, up to one without a start; they are known when they have been sorted.
void learn_statics(const cairn_static* statics);
void sort_statics();

// The object that lies at the address, which was reached from `base` by an offset; as far as anybody knows.
Object object_around(const void* address, const void* base);

}  // namespace cairn::runtime

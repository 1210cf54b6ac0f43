// Memory that is given back loses its labels, whoever gives it back. The C library's own blocks come from the same heap
// as the program's: a stream's buffer or a regular expression's registers would else show what stood there before.
//
// These take the place of the C library's functions for the whole process, the library itself included. They are weak:
// a program that brings its own allocator keeps it.
#include <malloc.h>

#include "runtime/recorder.h"

extern "C" {
void __libc_free(void* block);
void* __libc_realloc(void* block, size_t size);
}

namespace cairn::runtime {
namespace {

void forget_block(void* block) {
  if (block == nullptr || !recording()) return;
  const size_t size = malloc_usable_size(block);
  if (!surely_concrete(block, size)) clear(block, size);
}

}  // namespace
}  // namespace cairn::runtime

extern "C" {

__attribute__((weak, visibility("default"))) void free(void* block) {
  cairn::runtime::forget_block(block);
  __libc_free(block);
}

// The model of realloc has taken the labels along before; the C library's own blocks have none worth it.
__attribute__((weak, visibility("default"))) void* realloc(void* block, size_t size) {
  cairn::runtime::forget_block(block);
  return __libc_realloc(block, size);
}

}

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

void forget(void* block, size_t size) {
  if (!surely_concrete(block, size)) clear(block, size);
}

}  // namespace
}  // namespace cairn::runtime

using namespace cairn::runtime;

extern "C" {

__attribute__((weak, visibility("default"))) void free(void* block) {
  if (block != nullptr && recording()) forget(block, malloc_usable_size(block));
  __libc_free(block);
}

// Labels stay with bytes that stay: all of them where there is no memory, what is left of them in place. The model of
// realloc takes them along to another place; the C library's own blocks have none worth it.
__attribute__((weak, visibility("default"))) void* realloc(void* block, size_t size) {
  if (block == nullptr || !recording()) return __libc_realloc(block, size);
  const size_t before = malloc_usable_size(block);
  void* after = __libc_realloc(block, size);
  size_t staying = after == nullptr && size != 0 ? before : 0;
  if (after == block) staying = malloc_usable_size(after);
  if (staying < before) forget(static_cast<char*>(block) + staying, before - staying);
  return after;
}
}

// Memory that is given back loses its labels, whoever gives it back. The C library's own blocks come from the same heap
// as the program's: a stream's buffer or a regular expression's registers would else show what stood there before.
//
// These take the place of the allocator's functions for the whole process, the C library included, and hand on to the
// ones that are behind them: those of a library with an allocator of its own (linked, or preloaded), or the C
// library's. They are weak: a program that brings its own allocator keeps it.
#include "runtime/heap.h"

#include <dlfcn.h>
#include <malloc.h>

#include "runtime/recorder.h"
#include "runtime/shadow.h"

extern "C" {
#include "runtime/models/model.h"
void __libc_free(void* block);
void* __libc_realloc(void* block, size_t size);
void cairn_rt_free(void* block);
void* cairn_rt_realloc(void* block, size_t size);
__attribute__((weak)) void* dlsym(void* library, const char* name) noexcept;  // not in static programs
__attribute__((weak)) int dladdr(const void* address, Dl_info* info) noexcept;
}

namespace cairn::runtime {
namespace {

struct Allocator {
  void (*free)(void* block);
  void* (*realloc)(void* block, size_t size);
  bool tells_sizes;  // malloc_usable_size is of whoever gives the blocks
};
Allocator behind;
__thread bool looking __attribute__((tls_model("initial-exec")));

bool in_one_library(const void* a, const void* b) {
  Dl_info of_a, of_b;
  return dladdr(a, &of_a) != 0 && dladdr(b, &of_b) != 0 && of_a.dli_fbase == of_b.dli_fbase;
}

void keep(void*) {}

// Threads that come at the same time find the same. While we look, the dynamic linker may give back an old message,
// which is nobody's then.
CAIRN_COLD Allocator find_allocator() {
  if (looking) return {keep, __libc_realloc, false};
  Allocator found = {__libc_free, __libc_realloc, true};
  if (dlsym == nullptr || dladdr == nullptr) return found;
  looking = true;
  auto* const their_free = dlsym(RTLD_NEXT, "free");
  auto* const their_realloc = dlsym(RTLD_NEXT, "realloc");
  if (their_free != nullptr && their_realloc != nullptr) {
    found.free = reinterpret_cast<void (*)(void*)>(their_free);
    found.realloc = reinterpret_cast<void* (*)(void*, size_t)>(their_realloc);
  }
  const void* giver = reinterpret_cast<const void*>(&free);  // ours, or the program's own
  asm("" : "+r"(giver));                                     // to the compiler it is the former in no case
  if (giver == reinterpret_cast<const void*>(&cairn_rt_free)) giver = reinterpret_cast<const void*>(found.free);
  found.tells_sizes = in_one_library(giver, reinterpret_cast<const void*>(&malloc_usable_size));
  behind.tells_sizes = found.tells_sizes;
  behind.realloc = found.realloc;
  __atomic_store_n(&behind.free, found.free, __ATOMIC_RELEASE);
  looking = false;
  return found;
}

Allocator allocator() {
  return CAIRN_LIKELY(__atomic_load_n(&behind.free, __ATOMIC_ACQUIRE) != nullptr) ? behind : find_allocator();
}

void forget(void* block, size_t size) {
  if (!surely_concrete(block, size)) clear(block, size);
}

}  // namespace

bool allocator_tells_sizes() { return allocator().tells_sizes; }

}  // namespace cairn::runtime

using namespace cairn::runtime;

CAIRN_EXPORT size_t cairn_block_size(void* block) {
  __cairn_tls.callee = __cairn_tls.returned = nullptr;
  return allocator().tells_sizes ? malloc_usable_size(block) : SIZE_MAX;
}

extern "C" {

void cairn_rt_free(void* block) {
  const Allocator real = allocator();
  if (block != nullptr && recording() && real.tells_sizes) forget(block, malloc_usable_size(block));
  real.free(block);
}

// Labels stay with bytes that stay: all of them where there is no memory, what is left of them in place. The model of
// realloc takes them along to another place; the C library's own blocks have none worth it.
void* cairn_rt_realloc(void* block, size_t size) {
  const Allocator real = allocator();
  if (block == nullptr || !recording() || !real.tells_sizes) return real.realloc(block, size);
  const size_t before = malloc_usable_size(block);
  void* after = real.realloc(block, size);
  size_t staying = after == nullptr && size != 0 ? before : 0;
  if (after == block) staying = malloc_usable_size(after);
  if (staying < before) forget(static_cast<char*>(block) + staying, before - staying);
  return after;
}

__attribute__((weak, visibility("default"), alias("cairn_rt_free"))) void free(void* block) noexcept;
__attribute__((weak, visibility("default"), alias("cairn_rt_realloc"))) void* realloc(void* block,
                                                                                      size_t size) noexcept;
}

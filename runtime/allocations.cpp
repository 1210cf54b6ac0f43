// malloc and calloc as recorded programs call them. Nearly all calls have concrete sizes and cannot fail: these are
// answered here, at the cost of the real function; the others by models (models/stdlib.c), which are recorded code like
// the program's own.
#include <stdlib.h>

#include "runtime/inputs.h"
#include "runtime/shadow.h"

extern "C" {
void* __cairn_model_malloc_recorded(size_t size);
void* __cairn_model_calloc_recorded(size_t count, size_t size);
}

namespace cairn::runtime {
namespace {

// New memory has no labels, whatever stood there before.
void* fresh(void* p, uint64_t size) {
  if (p != nullptr && recorder.shadow_mapped && !surely_concrete(p, size)) clear(p, size);
  return p;
}

// The call in other hands: labels of its arguments and result go with it.
template <class Function, class... Sizes>
void* hand_over(Function* self, Function* model, Sizes... sizes) {
  cairn_thread& t = __cairn_tls;
  if (t.callee == reinterpret_cast<const void*>(self)) t.callee = reinterpret_cast<const void*>(model);
  void* p = model(sizes...);
  if (t.returned == reinterpret_cast<const void*>(model)) t.returned = reinterpret_cast<const void*>(self);
  return p;
}

bool needs_model(const void* self) { return calls_may_fail() || __cairn_tls.callee == self; }

void count_call() {
  ++__cairn_tls.steps;
  __cairn_tls.returned = nullptr;
}

}  // namespace
}  // namespace cairn::runtime

using namespace cairn::runtime;

// Weak, as models are: a program may have its own.
CAIRN_EXPORT __attribute__((weak)) void* __cairn_model_malloc(size_t size) {
  if (CAIRN_UNLIKELY(needs_model(reinterpret_cast<const void*>(&__cairn_model_malloc))))
    return hand_over(&__cairn_model_malloc, &__cairn_model_malloc_recorded, size);
  count_call();
  return fresh(malloc(size), size);
}

CAIRN_EXPORT __attribute__((weak)) void* __cairn_model_calloc(size_t count, size_t size) {
  if (CAIRN_UNLIKELY(needs_model(reinterpret_cast<const void*>(&__cairn_model_calloc))))
    return hand_over(&__cairn_model_calloc, &__cairn_model_calloc_recorded, count, size);
  count_call();
  return fresh(calloc(count, size), count * size);
}

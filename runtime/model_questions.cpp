// What models ask about labels, and how they say that they lost some. The functions declared in models/model.h.
#include <string.h>

#include "runtime/memory.h"
#include "runtime/nodes.h"
#include "runtime/shadow.h"

extern "C" {
#include "runtime/models/model.h"
}

using namespace cairn::runtime;

namespace {

// Callers are instrumented: no labels of arguments may be left, none of a result be taken for ours.
void plain_call() { __cairn_tls.callee = __cairn_tls.returned = nullptr; }

bool any_label(const void* place, size_t size) {
  if (!recording() || size == 0 || surely_concrete(place, size)) return false;
  const cairn_label* labels = shadow(place);
  for (size_t i = 0; i < size; ++i)
    if (labels[i] != 0) return true;
  return false;
}

}  // namespace

CAIRN_EXPORT int cairn_recording() {
  plain_call();
  return recording() ? 1 : 0;
}

CAIRN_EXPORT int cairn_is_symbolic(const void* place, size_t size) {
  plain_call();
  return any_label(place, size) ? 1 : 0;
}

CAIRN_EXPORT int cairn_is_symbolic_string(const char* s) {
  plain_call();
  return any_label(s, strlen(s) + 1) ? 1 : 0;
}

CAIRN_EXPORT void cairn_lose() {
  plain_call();
  if (recording()) lose(CAIRN_LOSS_EXTERNAL, 0, __cairn_tls.frame);
}

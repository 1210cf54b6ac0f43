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

// Where nobody records, labels are lost as soon as somebody asks for them.
size_t count_labels(const void* place, size_t size) {
  if (!run_goes_on() || size == 0 || surely_concrete(place, size)) return 0;
  if (recording()) drop_false(place, size);
  const cairn_label* labels = shadow(place);
  size_t count = 0;
  for (size_t i = 0; i < size; ++i) count += labels[i] != 0;
  if (recording() || count == 0) return count;
  lose_elsewhere(count);
  return 0;
}

__thread bool output_is_counted __attribute__((tls_model("initial-exec")));

bool any_label(const void* place, size_t size) { return count_labels(place, size) != 0; }

}  // namespace

// Called by instrumented code in front of a call that prints.
CAIRN_EXPORT void cairn_count_output() { output_is_counted = recording(); }

CAIRN_EXPORT int cairn_output_is_counted() {
  plain_call();
  const bool counted = output_is_counted;
  output_is_counted = false;
  return counted ? 1 : 0;
}

CAIRN_EXPORT uint32_t cairn_moment() { return recorder.segment != nullptr ? recorder.segment->moment : 0; }

CAIRN_EXPORT int cairn_recording() {
  plain_call();
  return recording() ? 1 : 0;
}

CAIRN_EXPORT uint32_t cairn_run() {
  plain_call();
  return recorder.runs;
}

CAIRN_EXPORT int cairn_is_symbolic(const void* place, size_t size) {
  plain_call();
  return any_label(place, size) ? 1 : 0;
}

CAIRN_EXPORT void cairn_lose(size_t bytes) {
  plain_call();
  if (recording()) lose(CAIRN_LOSS_EXTERNAL, bytes, CAIRN_NO_SITE, __cairn_tls.frame);
}

CAIRN_EXPORT void cairn_lose_memory(const void* place, size_t size) {
  plain_call();
  if (const size_t bytes = count_labels(place, size))
    lose(CAIRN_LOSS_EXTERNAL, bytes, CAIRN_NO_SITE, __cairn_tls.frame);
}

CAIRN_EXPORT void cairn_lose_string(const char* s) { cairn_lose_memory(s, strlen(s) + 1); }

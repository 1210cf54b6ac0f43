// Environment variables that the program asks for and that nobody has set (--variables): each is an object of the input
// from when it is asked for. Its size is symbolic and says whether it is set: all of its bytes are there, or it is not.
// The engine puts those that are into the environment before the run begins, so that the C library sees them too.
#include <stdlib.h>
#include <string.h>

#include "runtime/events.h"
#include "runtime/inputs.h"
#include "runtime/nodes.h"

extern "C" {
#include "runtime/models/model.h"
}

namespace cairn::runtime {
namespace {

constexpr uint32_t kMaxOffered = 32;  // in a run: programs can ask for names without end
CAIRN_STATE uint32_t offered;

// The dynamic linker's variables decide whether the program runs at all.
bool may_be_set(const char* name) {
  const size_t length = strlen(name);
  return length > 0 && length < CAIRN_NAME_SIZE && strchr(name, '=') == nullptr && strncmp(name, "LD_", 3) != 0;
}

bool is_object(const char* name) {
  for (uint32_t i = 0; i < recorder.slot->objects; ++i) {
    const cairn_object& object = recorder.objects[i];
    if (object.kind == CAIRN_OBJECT_ENVIRONMENT && strcmp(object.name, name) == 0) return true;
  }
  return false;
}

void ask(const char* name) {
  const cairn_object* given = find_input(CAIRN_OBJECT_ENVIRONMENT, name, 0);
  if (given == nullptr && getenv(name) != nullptr) return;  // the user has set it
  const bool is_set = given != nullptr && given->size == given->capacity;
  const uint32_t capacity = given != nullptr ? given->capacity : recorder.segment->variables;
  const cairn_object* object =
      add_object(CAIRN_OBJECT_ENVIRONMENT, name, is_set ? capacity : 0, capacity, CAIRN_OBJECT_SIZED);
  if (object == nullptr) return;
  if (is_set) label_variable(*object);
  const cairn_label size = label_of(make_input(object->base + capacity, 4));
  const cairn_label all = __cairn_compare(CAIRN_OP_Eq | 32u << 8, size, 0, object->size, capacity);
  if (all != 0) event(CAIRN_EVENT_EndOfInput, is_set ? 1 : 0, 0, kNoBranch, node_of(all), __cairn_tls.frame, 0);
}

}  // namespace

void reset_variables() { offered = 0; }

}  // namespace cairn::runtime

using namespace cairn::runtime;

CAIRN_EXPORT void cairn_ask_variable(const char* name) {
  __cairn_tls.callee = __cairn_tls.returned = nullptr;
  if (!recording() || recorder.segment->variables == 0 || offered == kMaxOffered) return;
  if (fuzz_target() != nullptr || !may_be_set(name) || is_object(name))
    return;  // calls of a harness share one environment
  ++offered;
  ask(name);
}

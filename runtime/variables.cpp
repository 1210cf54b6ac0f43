// Environment variables that the program asks for and that nobody has set (--variables): each is an object of the input
// from when it is asked for. Its size is symbolic and says whether it is set: all of its bytes are there, or it is not.
// It enters the environment then and not before: programs look through it (gawk fills an array from it), and would take
// another path before they ask. What the program sets or removes itself before it asks is its own, and not offered.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime/events.h"
#include "runtime/inputs.h"
#include "runtime/nodes.h"

extern "C" {
#include "runtime/models/model.h"
}

namespace cairn::runtime {
namespace {

constexpr uint32_t kLongest = 1 << 12;  // bytes of a value; --variables allows no more
constexpr uint32_t kMaxOffered = 32;    // in a run: programs can ask for names without end
CAIRN_STATE uint32_t offered;

constexpr uint32_t kMaxOwn = 256;  // a program that sets more of them is offered none
uint64_t own[kMaxOwn];             // hashes of the names of variables that the program set or removed
CAIRN_STATE uint32_t own_count;

uint64_t hash_of(const char* name) {
  uint64_t hash = 0xcbf29ce484222325ull;  // FNV-1a
  for (; *name != 0 && *name != '='; ++name) hash = (hash ^ static_cast<uint8_t>(*name)) * 0x100000001b3ull;
  return hash;
}

bool is_own(const char* name) {
  const uint32_t count = __atomic_load_n(&own_count, __ATOMIC_ACQUIRE);
  if (count > kMaxOwn) return true;
  const uint64_t hash = hash_of(name);
  for (uint32_t i = 0; i < count; ++i)
    if (own[i] == hash) return true;
  return false;
}

// The dynamic linker's variables decide whether the program runs at all.
bool may_be_set(const char* name) {
  const size_t length = strlen(name);
  return length > 0 && length < CAIRN_NAME_SIZE && strchr(name, '=') == nullptr && strncmp(name, "LD_", 3) != 0;
}

bool is_set(const cairn_object& given) { return given.size == given.capacity; }

bool is_object(const char* name) {
  for (uint32_t i = 0; i < recorder.slot->objects; ++i) {
    const cairn_object& object = recorder.objects[i];
    if (object.kind == CAIRN_OBJECT_ENVIRONMENT && strcmp(object.name, name) == 0) return true;
  }
  return false;
}

// Brings the environment to what the input says.
void settle(const cairn_object& given) {
  char value[kLongest + 1];
  const uint32_t size = given.size < kLongest ? given.size : kLongest;
  memcpy(value, recorder.input_data + given.data, size);
  value[size] = 0;
  if (is_set(given))
    setenv(given.name, value, 1);
  else
    unsetenv(given.name);
}

void ask(const char* name) {
  const cairn_object* given = find_input(CAIRN_OBJECT_ENVIRONMENT, name, 0);
  if (given == nullptr && getenv(name) != nullptr) return;  // the user has set it
  const uint32_t capacity = given != nullptr ? given->capacity : recorder.segment->variables;
  const bool there = given != nullptr && is_set(*given);
  const cairn_object* object =
      add_object(CAIRN_OBJECT_ENVIRONMENT, name, there ? capacity : 0, capacity, CAIRN_OBJECT_SIZED);
  if (object == nullptr) return;
  if (given != nullptr) settle(*given);
  if (!recording()) return;
  if (there) label_string(getenv(name), *object);
  const cairn_label size = label_of(make_input(object->base + capacity, 4));
  const cairn_label all = __cairn_compare(CAIRN_OP_Eq | 32u << 8, size, 0, object->size, capacity);
  if (all != 0) event(CAIRN_EVENT_Offered, there ? 1 : 0, 0, kNoBranch, node_of(all), __cairn_tls.frame, 0);
}

}  // namespace

void reset_variables() { offered = own_count = 0; }

}  // namespace cairn::runtime

using namespace cairn::runtime;

CAIRN_EXPORT void cairn_ask_variable(const char* name) {
  __cairn_tls.callee = __cairn_tls.returned = nullptr;
  if (!run_is_here() || recorder.segment->variables == 0 || offered == kMaxOffered) return;
  if (!may_be_set(name) || is_object(name) || is_own(name)) return;
  if (fuzz_target() != nullptr || gettid() != getpid()) return;  // harnesses and threads share one environment
  ++offered;
  ask(name);
}

// By any thread. A name that stands there twice does no harm.
CAIRN_EXPORT void cairn_own_variable(const char* name) {
  __cairn_tls.callee = __cairn_tls.returned = nullptr;
  if (!run_is_here() || recorder.segment->variables == 0) return;
  if (name != nullptr && is_own(name)) return;
  const uint32_t at = name != nullptr ? __atomic_fetch_add(&own_count, 1, __ATOMIC_ACQ_REL) : kMaxOwn;
  if (at < kMaxOwn)
    own[at] = hash_of(name);
  else
    __atomic_store_n(&own_count, kMaxOwn + 1, __ATOMIC_RELEASE);
}

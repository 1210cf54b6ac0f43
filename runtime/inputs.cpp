// Input objects: where symbolic data comes from, and the user's interface to it (cairn.h).
#include "runtime/inputs.h"

#include <string.h>
#include <unistd.h>

#include "runtime/events.h"
#include "runtime/include/cairn.h"
#include "runtime/nodes.h"
#include "runtime/shadow.h"

namespace cairn::runtime {
namespace {

bool same_name(const cairn_object& object, const char* name) { return strncmp(object.name, name, CAIRN_NAME_SIZE - 1) == 0; }

}  // namespace

void label_input(void* p, uint32_t n, uint32_t base) {
  if (n == 0 || !recording()) return;
  mark(p, n);
  cairn_label* labels = shadow(p);
  for (uint32_t i = 0; i < n; ++i) labels[i] = label_of(base + i + 1);
}

const cairn_object* find_input(cairn_object_kind kind, const char* name, uint32_t ordinal) {
  if (recorder.slot == nullptr) return nullptr;
  for (uint32_t i = 0; i < recorder.slot->input_objects; ++i) {
    const cairn_object& o = recorder.input_objects[i];
    if (o.kind == kind && o.ordinal == ordinal && same_name(o, name)) return &o;
  }
  return nullptr;
}

cairn_object* add_object(cairn_object_kind kind, const char* name, uint32_t size, uint32_t capacity, uint16_t flags) {
  cairn_slot* slot = recorder.slot;
  const uint32_t space = capacity + ((flags & CAIRN_OBJECT_SIZED) ? 4 : 0);
  if (slot->objects >= recorder.segment->regions[CAIRN_REGION_OBJECTS].capacity) {
    stop_full(CAIRN_REGION_OBJECTS);
    return nullptr;
  }
  if (space > CAIRN_INPUT_LIMIT - 1 - slot->input_bytes) {
    stop_full(CAIRN_REGION_INPUT_DATA);
    return nullptr;
  }
  uint32_t ordinal = 0;
  for (uint32_t i = 0; i < slot->objects; ++i)
    if (recorder.objects[i].kind == kind && same_name(recorder.objects[i], name)) ++ordinal;
  cairn_object& o = recorder.objects[slot->objects];
  o.kind = static_cast<uint8_t>(kind);
  o.reserved = 0;
  o.flags = flags;
  o.ordinal = ordinal;
  o.size = size;
  o.capacity = capacity;
  o.data = 0;
  o.base = slot->input_bytes;
  memset(o.name, 0, sizeof(o.name));
  for (uint32_t i = 0; i + 1 < CAIRN_NAME_SIZE && name[i] != 0; ++i) o.name[i] = name[i];
  slot->input_bytes += space;
  ++slot->objects;
  if (flags & CAIRN_OBJECT_SIZED && recording()) {
    // The size is a variable like any other; that it stays within bounds is a fact of the path.
    const uint32_t variable = make_input(o.base + capacity, 4);
    const cairn_label inside = __cairn_compare(CAIRN_OP_Ule | 32u << 8, label_of(variable), 0, 0, capacity);
    event(CAIRN_EVENT_Assume, 1, 0, kNoBranch, node_of(inside), 0, 0);
  }
  return &o;
}

void begin_inputs() {
  for (uint32_t i = 0; i < recorder.slot->input_objects; ++i) {
    const cairn_object& given = recorder.input_objects[i];
    if (given.kind != CAIRN_OBJECT_STDIN) continue;
    add_object(CAIRN_OBJECT_STDIN, given.name, given.size, given.capacity, given.flags);
  }
}

const cairn_object* standard_input() {
  if (recorder.slot == nullptr) return nullptr;
  for (uint32_t i = 0; i < recorder.slot->objects; ++i)
    if (recorder.objects[i].kind == CAIRN_OBJECT_STDIN) return &recorder.objects[i];
  return nullptr;
}

bool more_input(const cairn_object* object, uint64_t position, uint64_t frame) {
  const bool more = position < object->size;
  if (!recording() || !(object->flags & CAIRN_OBJECT_SIZED) || position >= object->capacity) return more;
  const uint32_t size = make_input(object->base + object->capacity, 4);
  const cairn_label condition =
      __cairn_compare(CAIRN_OP_Ult | 32u << 8, 0, label_of(size), position, 0);
  if (condition != 0) event(CAIRN_EVENT_EndOfInput, more ? 1 : 0, 0, kNoBranch, node_of(condition), frame, 0);
  return more;
}

}  // namespace cairn::runtime

using namespace cairn::runtime;

// Fills the memory with the engine's value for the next object of that kind and name, and labels it.
static void make_symbolic(cairn_object_kind kind, void* p, size_t n, const char* name) {
  if (n == 0) return;
  memset(p, 0, n);
  if (recorder.slot == nullptr) return;
  if (n >= CAIRN_INPUT_LIMIT) {
    stop_full(CAIRN_REGION_INPUT_DATA);
    return;
  }
  const cairn_object* object = add_object(kind, name, static_cast<uint32_t>(n), static_cast<uint32_t>(n), 0);
  if (object == nullptr) return;
  const cairn_object* value = find_input(kind, object->name, object->ordinal);
  if (value != nullptr) memcpy(p, recorder.input_data + value->data, value->size < n ? value->size : n);
  label_input(p, static_cast<uint32_t>(n), object->base);
}

CAIRN_EXPORT void cairn_symbolic(void* p, size_t n, const char* name) {
  make_symbolic(CAIRN_OBJECT_MEMORY, p, n, name != nullptr ? name : "memory");
}

// The argument's label comes in the transfer area, as for any instrumented function.
CAIRN_EXPORT void cairn_assume(int condition) {
  cairn_thread& t = __cairn_tls;
  const bool given = t.callee == reinterpret_cast<const void*>(&cairn_assume);
  const cairn_label label = given ? t.arguments[0] : 0;
  t.callee = nullptr;
  t.returned = nullptr;
  if (recorder.slot == nullptr) return;  // without the engine an assumption has no effect
  if (label != 0 && recording()) {
    const cairn_label truth = __cairn_compare(CAIRN_OP_Ne | 32u << 8, label, 0, 0, 0);
    event(CAIRN_EVENT_Assume, condition != 0 ? 1 : 0, 0, kNoBranch, node_of(truth), t.frame, 0);
  }
  if (condition == 0) {
    recorder.slot->rejected = 1;
    leave_run();
  }
}

CAIRN_EXPORT int cairn_int(const char* name) {
  int value = 0;
  make_symbolic(CAIRN_OBJECT_MEMORY, &value, sizeof value, name != nullptr ? name : "int");
  cairn_thread& t = __cairn_tls;
  if (recording()) {
    t.results[0] = __cairn_load(&value, 32);
    t.returned = reinterpret_cast<const void*>(&cairn_int);
  }
  __cairn_clear(&value, sizeof value);
  return value;
}

extern "C" void cairn_rt_mark_buffer(cairn_segment* segment, unsigned slot, uint8_t* data, size_t size) {
  (void)segment;
  (void)slot;
  for (uint32_t i = 0; i < recorder.slot->input_objects; ++i) {
    const cairn_object& given = recorder.input_objects[i];
    if (given.kind != CAIRN_OBJECT_BUFFER) continue;
    const cairn_object* o = add_object(CAIRN_OBJECT_BUFFER, given.name, static_cast<uint32_t>(size), given.capacity, given.flags);
    if (o == nullptr) return;
    label_input(data, static_cast<uint32_t>(size), o->base);
    if (o->flags & CAIRN_OBJECT_SIZED && recording()) {
      cairn_thread& t = __cairn_tls;
      t.arguments[0] = 0;
      t.arguments[1] = __cairn_convert(CAIRN_OP_ZExt | 64u << 8, label_of(make_input(o->base + o->capacity, 4)));
      t.callee = fuzz_target();
    }
    return;
  }
}

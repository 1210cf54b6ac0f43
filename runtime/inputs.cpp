// Input objects: where symbolic data comes from, and the user's interface to it (cairn.h).
//
// Strings (arguments, values of environment variables) have as many symbolic bytes as they may be long; the first NUL
// among them ends the string, and its byte is an input like the others. So "is this the end?" is an ordinary branch on
// a byte, and strings grow and shrink without a size of their own. Standard input and files may contain NULs: their
// size is a variable (CAIRN_OBJECT_SIZED). The number of arguments of a group is the size of a choice that has no
// content of interest, and is settled when the run begins, by a branch for each argument that may be there: which
// string argv[i] is, and where argv ends, depends on nothing else then.
//
// An environment variable of the input is always set, or (sized ones) was offered to the program and is an object of
// the run from when the program asks for it: variables.cpp.
#include "runtime/inputs.h"

#include <string.h>
#include <unistd.h>

#include "runtime/events.h"
#include "runtime/include/cairn.h"
#include "runtime/nodes.h"
#include "runtime/shadow.h"

extern "C" {
#include "runtime/models/model.h"
}

namespace cairn::runtime {
namespace {

bool same_name(const cairn_object& object, const char* name) {
  return strncmp(object.name, name, CAIRN_NAME_SIZE - 1) == 0;
}

}  // namespace

void label_input(void* p, uint32_t n, uint32_t base) {
  if (n == 0) return;
  if (!recording()) {
    lose_elsewhere(n);
    return;
  }
  mark(p, n);
  cairn_label* labels = shadow(p);
  for (uint32_t i = 0; i < n; ++i) labels[i] = label_of(base + i + 1);
  bear_witness(p, n);
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

void label_string(char* s, const cairn_object& object) {
  const size_t bytes = strlen(s) + 1;
  label_input(s, bytes < object.capacity ? static_cast<uint32_t>(bytes) : object.capacity, object.base);
}

namespace {

bool is_argument_count(const cairn_object& object) {
  return object.kind == CAIRN_OBJECT_CHOICE && (object.flags & CAIRN_OBJECT_SIZED) != 0;
}

bool is_failure(const cairn_object& object) {
  return object.kind == CAIRN_OBJECT_CHOICE && (object.flags & CAIRN_OBJECT_SIZED) == 0 && object.capacity == 4;
}

// The n-th string of the slot's arguments and environment, or null.
char* string_at(uint32_t n) {
  if (n >= recorder.slot->argc + recorder.slot->envc) return nullptr;
  char* const begin = region<char>(recorder.slot, CAIRN_REGION_ARGUMENTS);
  return begin + reinterpret_cast<const uint32_t*>(begin)[n];
}

void label_variable(const cairn_object& object) {
  const size_t length = strlen(object.name);
  for (uint32_t i = recorder.slot->argc; i < recorder.slot->argc + recorder.slot->envc; ++i) {
    char* s = string_at(i);
    if (strncmp(s, object.name, length) == 0 && s[length] == '=') label_string(s + length + 1, object);
  }
}

// Failing calls are numbered; each failure the engine may ask for is the number of a call, 0 for none.
constexpr uint32_t kMaxFailures = 16;
struct Failure {
  uint32_t base;
  uint32_t call;
};
Failure failures[kMaxFailures];
CAIRN_STATE uint32_t failure_count;
CAIRN_STATE uint32_t calls_that_may_fail;

void add_failure(const cairn_object& object, const cairn_object& given) {
  if (failure_count == kMaxFailures) return;
  uint32_t call = 0;
  memcpy(&call, recorder.input_data + given.data, given.size < sizeof call ? given.size : sizeof call);
  failures[failure_count++] = {object.base, call};
}

void settle_count(const cairn_object* object) {
  for (uint64_t i = 0; more_input(object, i, 0); ++i) {
  }
}

void begin_object(const cairn_object& given) {
  if (given.kind == CAIRN_OBJECT_MEMORY || given.kind == CAIRN_OBJECT_BUFFER)
    return;  // they appear when the program asks for them
  if (given.kind == CAIRN_OBJECT_ENVIRONMENT && (given.flags & CAIRN_OBJECT_SIZED) != 0) return;  // and so do these
  const auto kind = static_cast<cairn_object_kind>(given.kind);
  const cairn_object* object = add_object(kind, given.name, given.size, given.capacity, given.flags);
  if (object == nullptr) return;
  if (kind == CAIRN_OBJECT_STDIN || kind == CAIRN_OBJECT_FILE) add_stream(object, &given);
  // argv[0] is never an input: position 0 means that the argument is absent in this run.
  if (kind == CAIRN_OBJECT_ARGUMENT && given.base > 0 && given.base < recorder.slot->argc)
    label_string(string_at(given.base), *object);
  if (kind == CAIRN_OBJECT_ENVIRONMENT) label_variable(*object);
  if (is_argument_count(given)) settle_count(object);
  if (is_failure(given)) add_failure(*object, given);
}

}  // namespace

void begin_inputs() {
  reset_streams();
  reset_variables();
  failure_count = calls_that_may_fail = 0;
  for (uint32_t i = 0; i < recorder.slot->input_objects; ++i) begin_object(recorder.input_objects[i]);
}

bool calls_may_fail() { return failure_count != 0 && recorder.slot != nullptr; }

bool more_input(const cairn_object* object, uint64_t position, uint64_t frame) {
  const bool more = position < object->size;
  if (!recording() || !(object->flags & CAIRN_OBJECT_SIZED) || position >= object->capacity) return more;
  const uint32_t size = make_input(object->base + object->capacity, 4);
  const cairn_label condition = __cairn_compare(CAIRN_OP_Ult | 32u << 8, 0, label_of(size), position, 0);
  if (condition != 0) event(CAIRN_EVENT_EndOfInput, more ? 1 : 0, 0, kNoBranch, node_of(condition), frame, 0);
  return more;
}

}  // namespace cairn::runtime

using namespace cairn::runtime;

// Fills the memory with the engine's value for the next object of that kind and name, and labels it.
static void make_symbolic(cairn_object_kind kind, void* p, size_t n, const char* name) {
  if (n == 0) return;
  memset(p, 0, n);
  if (!run_is_here()) return;
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

cairn_label cairn::runtime::take_argument(const void* self) {
  cairn_thread& t = __cairn_tls;
  const cairn_label label = t.callee == self ? t.arguments[0] : 0;
  t.callee = nullptr;
  t.returned = nullptr;
  return label;
}

void cairn::runtime::leave_result(cairn_label label, const void* self) {
  __cairn_tls.results[0] = label;
  __cairn_tls.returned = self;
}

void cairn::runtime::assume(bool holds, cairn_label condition, uint32_t width) {
  if (recorder.slot == nullptr) return;  // without the engine an assumption has no effect
  if (condition != 0 && recording()) {
    const cairn_label truth = __cairn_compare(CAIRN_OP_Ne | width << 8, condition, 0, 0, 0);
    event(CAIRN_EVENT_Assume, holds ? 1 : 0, 0, kNoBranch, node_of(truth), __cairn_tls.frame, 0);
  }
  if (!holds) reject();
}

void cairn::runtime::reject() {
  if (!run_is_here()) _exit(0);  // a forked child's assumption says nothing of the run
  recorder.slot->rejected = 1;
  leave_run();
}

uint64_t cairn::runtime::fresh_value(const char* name, uint32_t width, cairn_label* label) {
  uint64_t value = 0;
  make_symbolic(CAIRN_OBJECT_MEMORY, &value, width / 8, name);
  *label = recording() ? __cairn_load(&value, width) : 0;
  __cairn_clear(&value, sizeof value);
  return value;
}

CAIRN_EXPORT void cairn_assume(int condition) {
  assume(condition != 0, take_argument(reinterpret_cast<const void*>(&cairn_assume)), 32);
}

CAIRN_EXPORT int cairn_int(const char* name) {
  cairn_label label = 0;
  const auto value = static_cast<int>(fresh_value(name != nullptr ? name : "int", 32, &label));
  leave_result(label, reinterpret_cast<const void*>(&cairn_int));
  return value;
}

CAIRN_EXPORT int cairn_call_fails() {
  __cairn_tls.callee = nullptr;
  __cairn_tls.returned = nullptr;
  if (!calls_may_fail()) return 0;
  const uint32_t call = ++calls_that_may_fail;
  bool fails = false;
  cairn_label any = 0;
  for (uint32_t i = 0; i < failure_count; ++i) {
    const bool here = failures[i].call == call;
    if (recording()) {
      const cairn_label wanted = label_of(make_input(failures[i].base, 4));
      const cairn_label match = __cairn_compare(CAIRN_OP_Eq | 32u << 8, wanted, 0, failures[i].call, call);
      any = i == 0 ? match : __cairn_binary(CAIRN_OP_Or | 1u << 8, any, match, fails, here);
    }
    fails = fails || here;
  }
  if (any != 0) {
    leave_result(__cairn_convert(CAIRN_OP_ZExt | 32u << 8, any), reinterpret_cast<const void*>(&cairn_call_fails));
  }
  return fails ? 1 : 0;
}

extern "C" void cairn_rt_mark_buffer(cairn_segment* segment, unsigned slot, uint8_t* data, size_t size) {
  (void)segment;
  (void)slot;
  for (uint32_t i = 0; i < recorder.slot->input_objects; ++i) {
    const cairn_object& given = recorder.input_objects[i];
    if (given.kind != CAIRN_OBJECT_BUFFER) continue;
    const cairn_object* o =
        add_object(CAIRN_OBJECT_BUFFER, given.name, static_cast<uint32_t>(size), given.capacity, given.flags);
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

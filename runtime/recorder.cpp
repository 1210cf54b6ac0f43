// Modules, and the beginning and end of a recorded run.
#include "runtime/recorder.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>

#include "runtime/events.h"
#include "runtime/faults.h"
#include "runtime/kept.h"
#include "runtime/nodes.h"
#include "runtime/objects.h"
#include "runtime/shadow.h"
#include "runtime/signals.h"
#include "runtime/system_call.h"
#include "runtime/tables.h"

__thread cairn_thread __cairn_tls __attribute__((tls_model("initial-exec")));

namespace cairn::runtime {

CAIRN_STATE Recorder recorder;
Kept kept;

namespace {

cairn_module* modules[CAIRN_MAX_MODULES];
uint32_t module_count;
constexpr uint32_t kNoPlace = 0xffffffffu;
uint32_t counter_places[CAIRN_MAX_MODULES];  // of each module's first counter in COUNTERS

// Addresses of instrumented functions: open addressing, grown when modules are loaded.
const void** functions;
uint32_t function_capacity;
uint32_t function_count;

uint32_t function_slot(const void* f) {
  return static_cast<uint32_t>((reinterpret_cast<uint64_t>(f) * 0x9e3779b97f4a7c15ull) >> 32) & (function_capacity - 1);
}

void insert_function(const void* f) {
  uint32_t at = function_slot(f);
  while (functions[at] != nullptr && functions[at] != f) at = (at + 1) & (function_capacity - 1);
  if (functions[at] == f) return;
  functions[at] = f;
  ++function_count;
}

void grow_functions(uint32_t more) {
  if ((function_count + more) * 2 <= function_capacity) return;
  uint32_t capacity = function_capacity ? function_capacity : 1024;
  while ((function_count + more) * 2 > capacity) capacity *= 2;
  void* fresh = mmap(nullptr, capacity * sizeof(void*), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (fresh == MAP_FAILED) return;  // unknown functions count as not instrumented: labels are dropped, never wrong
  const void** old = functions;
  const uint32_t old_capacity = function_capacity;
  functions = static_cast<const void**>(fresh);
  function_capacity = capacity;
  function_count = 0;
  for (uint32_t i = 0; i < old_capacity; ++i)
    if (old[i] != nullptr) insert_function(old[i]);
  if (old != nullptr) munmap(old, old_capacity * sizeof(void*));
}

void learn_functions(const cairn_module* module) {
  uint32_t n = 0;
  while (module->functions[n] != nullptr) ++n;
  grow_functions(n);
  if (function_capacity == 0) return;
  for (uint32_t i = 0; i < n; ++i) insert_function(module->functions[i]);
}

// Behind all learning: which callees of the modules are not instrumented.
void find_foreign() {
  for (uint32_t m = 0; m < module_count; ++m)
    for (uint64_t i = 0; i < modules[m]->callees; ++i) modules[m]->foreign[i] = !instrumented(modules[m]->callee[i]);
}

void copy_text(char* to, const char* from, size_t capacity) {
  size_t i = 0;
  for (; from != nullptr && from[i] != 0 && i + 1 < capacity; ++i) to[i] = from[i];
  to[i] = 0;
}

// Gives the module its place in the segment; the same place in every run.
void publish(uint32_t number) {
  cairn_module* module = modules[number];
  cairn_segment* s = recorder.segment;
  counter_places[number] = kNoPlace;
  uint32_t index = 0;
  uint32_t counters = 0, branches = 0, calls = 0;
  for (; index < s->modules; ++index) {
    const cairn_module_entry& e = s->module[index];
    counters = e.counter_base + e.counters;
    branches = e.branch_base + e.branches;
    calls = e.call_base + e.calls;
    if (e.id == module->id && e.counters == module->counters) break;
  }
  if (index == s->modules) {
    if (index >= CAIRN_MAX_MODULES || counters + module->counters > s->regions[CAIRN_REGION_COUNTERS].capacity) {
      s->too_many = 1;
      return;
    }
    cairn_module_entry& e = s->module[index];
    e.id = module->id;
    e.counter_base = counters;
    e.counters = module->counters;
    e.branch_base = branches;
    e.branches = module->branches;
    e.call_base = calls;
    e.calls = module->calls;
    e.object[0] = 0;
    copy_text(e.object, object_path(module->self), CAIRN_PATH_SIZE);
    s->counters = counters + module->counters;
    s->modules = index + 1;
  }
  counter_places[number] = s->module[index].counter_base;
  *module->branch_base = s->module[index].branch_base;
  *module->call_base = s->module[index].call_base;
}

// The engine has just read the slot on another processor: what every run writes is fetched back before it is needed.
void fetch_slot(cairn_slot* slot) {
  constexpr uint32_t kLine = 64;
  constexpr uint32_t kLines = 4;
  const void* const begins[] = {recorder.nodes, recorder.events, region<uint32_t>(slot, CAIRN_REGION_COUNTERS)};
  for (const void* begin : begins)
    for (uint32_t i = 0; i < kLines; ++i) __builtin_prefetch(static_cast<const char*>(begin) + i * kLine, 1);
  __builtin_prefetch(recorder.objects, 1);
}

CAIRN_STATE cairn_slot* counted_slot;

void point_counters(cairn_slot* slot) {
  auto* counters = region<uint32_t>(slot, CAIRN_REGION_COUNTERS);
  for (uint32_t m = 0; m < module_count; ++m)
    if (counter_places[m] != kNoPlace) *modules[m]->counter_base = counters + counter_places[m];
  counted_slot = slot;
}

// What was executed before the engine was there: constructors, mostly.
void hand_over_counters(cairn_slot* slot) {
  auto* counters = region<uint32_t>(slot, CAIRN_REGION_COUNTERS);
  for (uint32_t m = 0; m < module_count; ++m)
    if (counter_places[m] != kNoPlace)
      memcpy(counters + counter_places[m], modules[m]->own_counters, modules[m]->counters * sizeof *counters);
}

void point_recorder(cairn_segment* segment, cairn_slot* slot) {
  recorder.slot = slot;
  recorder.nodes = region<cairn_node>(slot, CAIRN_REGION_NODES);
  recorder.events = region<cairn_event>(slot, CAIRN_REGION_EVENTS);
  recorder.contexts = region<cairn_context>(slot, CAIRN_REGION_CONTEXTS);
  recorder.objects = region<cairn_object>(slot, CAIRN_REGION_OBJECTS);
  recorder.tables = region<uint8_t>(slot, CAIRN_REGION_TABLES);
  recorder.input_objects = region<cairn_object>(slot, CAIRN_REGION_INPUT_OBJECTS);
  recorder.input_data = region<uint8_t>(slot, CAIRN_REGION_INPUT_DATA);
  recorder.node_capacity = static_cast<uint32_t>(segment->regions[CAIRN_REGION_NODES].capacity);
  recorder.event_capacity = static_cast<uint32_t>(segment->regions[CAIRN_REGION_EVENTS].capacity);
}

CAIRN_STATE bool recording_here;  // the run is this process's
CAIRN_STATE bool used;            // this process has recorded before

CAIRN_STATE bool first_run;  // of this process

// In a forked run two system calls cost less than the first use of the C library's way.
uint64_t run_clock() {
  timespec t;
  if (first_run)
    system_call(SYS_clock_gettime, CLOCK_MONOTONIC, reinterpret_cast<long>(&t));
  else
    clock_gettime(CLOCK_MONOTONIC, &t);
  return static_cast<uint64_t>(t.tv_sec) * 1000000000u + static_cast<uint64_t>(t.tv_nsec);
}

// The program's own children are not part of the run. They share the map and the list of its granules with it, so they
// write no labels either. (The server's own children, where it forks like this, are runs that have not begun.)
void forked() {
  if (!recording_here) return;
  recording_here = false;
  recorder.shadow_mapped = false;
  __cairn_tls.recording = 0;
}

// Behind the destructors of the program's globals, which belong to the run.
__attribute__((destructor(101))) void at_exit() {
  if (recording_here && !recorder.slot->finished) cairn_rt_end(recorder.segment, 0);
}

}  // namespace

bool run_is_here() { return recording_here; }

bool share_kept() {
  constexpr int kFlags = MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED;
  void* const map = mmap(__cairn_map, sizeof(__cairn_map), PROT_READ | PROT_WRITE, kFlags | MAP_NORESERVE, -1, 0);
  return mmap(&kept, sizeof(kept), PROT_READ | PROT_WRITE, kFlags, -1, 0) != MAP_FAILED && map != MAP_FAILED;
}

const cairn_slot* last_slot() {
  return kept.slot < recorder.segment->slots ? slot_of(recorder.segment, kept.slot) : nullptr;
}

bool instrumented(const void* function) {
  if (function_capacity == 0) return false;
  uint32_t at = function_slot(function);
  while (functions[at] != nullptr) {
    if (functions[at] == function) return true;
    at = (at + 1) & (function_capacity - 1);
  }
  return false;
}

void stop_full(cairn_region_id region) {
  if (recorder.slot == nullptr || recorder.slot->full) return;
  recorder.slot->full = 1 + static_cast<uint32_t>(region);
  if (recording()) event(CAIRN_EVENT_Full, 0, region, CAIRN_NO_SITE, 0, __cairn_tls.frame, 0);
  __cairn_tls.recording = 0;
}

}  // namespace cairn::runtime

using namespace cairn::runtime;

CAIRN_EXPORT void __cairn_register(cairn_module* module) {
  if (module_count >= CAIRN_MAX_MODULES) {
    if (recorder.segment != nullptr) recorder.segment->too_many = 1;
    return;
  }
  if (module_count == 0) note_heap();
  modules[module_count++] = module;
  if (recorder.segment == nullptr) return;
  learn_functions(module);
  learn_statics(module->statics);
  find_foreign();
  sort_statics();
  publish(module_count - 1);
  if (recorder.slot != nullptr) point_counters(recorder.slot);
}

extern "C" void cairn_rt_attach(cairn_segment* segment) {
  recorder.segment = segment;
  recorder.kept_shared = share_kept();
  map_shadow();
  segment->no_labels = recorder.shadow_mapped ? 0 : 1;
  for (uint32_t m = 0; m < module_count; ++m) {
    learn_functions(modules[m]);
    learn_statics(modules[m]->statics);
    publish(m);
  }
  find_foreign();
  sort_statics();
  cairn_slot* slot = slot_of(segment, 0);
  hand_over_counters(slot);
  point_counters(slot);  // the slot of forked runs: once here, not in each of them
  pthread_atfork(nullptr, nullptr, forked);
  watch_faults();
  watch_handlers();
}

extern "C" Handover* cairn_rt_handover(void) { return recorder.kept_shared ? &kept.handover : nullptr; }

extern "C" void cairn_rt_warm(cairn_segment* segment) {
  cairn_slot* slot = slot_of(segment, 0);
  point_recorder(segment, slot);
  recorder.slot = nullptr;
  // What lies in shared memory is read: the kernel maps the neighbours of a page that is read. What is this process's
  // own is written.
  const void* const shared[] = {slot,
                                recorder.contexts,
                                recorder.objects,
                                recorder.input_objects,
                                recorder.input_data,
                                recorder.events,
                                recorder.nodes,
                                region<uint32_t>(slot, CAIRN_REGION_COUNTERS),
                                region<char>(slot, CAIRN_REGION_ARGUMENTS)};
  for (const void* page : shared) (void)*static_cast<const volatile char*>(page);
  fetch_kept();
  volatile uint32_t& own = __cairn_tls.recording;
  own = 0;
}

extern "C" void cairn_rt_begin(cairn_segment* segment, unsigned index) {
  cairn_slot* slot = slot_of(segment, index);
  point_recorder(segment, slot);
  slot->finished = slot->objects = slot->nodes = slot->events = slot->table_bytes = slot->input_bytes = 0;
  slot->full = slot->rejected = 0;
  slot->steps = slot->lost = slot->fault = 0;
  memset(slot->lost_apart, 0, sizeof slot->lost_apart);
  slot->started = 1;
  ++recorder.runs;
  recording_here = true;
  first_run = !used;
  if (counted_slot != slot) point_counters(slot);
  cairn_thread& t = __cairn_tls;
  t.callee = t.returned = nullptr;
  t.frame = t.steps = 0;
  t.vararg_bytes = t.byval_bytes = 0;
  t.recording = 0;
  if (slot->record && recorder.shadow_mapped) {
    fetch_kept();
    // A forked child finds what is not kept as clean as its parent has it; clearing it again would only touch pages.
    reset_shadow(used);
    used = true;
    begin_nodes();
    begin_contexts();
    kept.slot = index;
    t.recording = 1;
    if (!first_run) fetch_slot(slot);
  }
  begin_inputs();
  slot->nanoseconds = run_clock();
}

extern "C" void cairn_rt_end(cairn_segment* segment, unsigned index) {
  (void)segment;
  (void)index;
  if (recorder.slot == nullptr) return;
  recorder.slot->nanoseconds = run_clock() - recorder.slot->nanoseconds;
  recorder.slot->steps = __cairn_tls.steps;
  if (kept.nodes == kAll) {
    kept.nodes = recorder.slot->nodes;
    kept.contexts = recorder.slot->contexts;
  }
  recorder.slot->finished = 1;
  __cairn_tls.recording = 0;
}

void cairn::runtime::lose_elsewhere(uint64_t bytes) {
  if (run_goes_on()) lose(in_handler() ? CAIRN_LOSS_SIGNAL : CAIRN_LOSS_THREAD, bytes, CAIRN_NO_SITE, 0);
}

void cairn::runtime::lose(cairn_loss loss, uint64_t bytes, uint32_t call, uint64_t frame) {
  if (recorder.slot == nullptr) return;
  __atomic_fetch_add(&recorder.slot->lost, 1, __ATOMIC_RELAXED);
  if (recording()) {
    event(CAIRN_EVENT_Lost, 0, loss, call, 0, frame, bytes);
    return;
  }
  const cairn_loss kind = run_is_here() ? loss : CAIRN_LOSS_CHILD;
  __atomic_fetch_add(&recorder.slot->lost_apart[kind], 1, __ATOMIC_RELAXED);
}

// The state of the recorder: one per process, pointed at one slot of the shared segment while a run is recorded.
//
// The runtime is the only part of Cairn that lives in the target (docs/architecture.md, D3): no exceptions, no RTTI, no
// libstdc++, no locale, no output, and it never ends the program in its name. Everything it has to say goes into the
// slot.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "abi/cairn_abi.h"
#include "abi/cairn_hooks.h"
#include "runtime/handover.h"

/* Small variables that every run writes lie together: a forked run copies one page for all of them. */
#define CAIRN_STATE __attribute__((section("cairn_state")))
#define CAIRN_HOT __attribute__((always_inline)) inline
/* What hot code calls rarely keeps the registers itself, so that the hot code need not save any. */
#define CAIRN_COLD __attribute__((cold, noinline, preserve_most))
#define CAIRN_EXPORT extern "C" __attribute__((visibility("default")))
#define CAIRN_LIKELY(x) __builtin_expect(!!(x), 1)
#define CAIRN_UNLIKELY(x) __builtin_expect(!!(x), 0)

namespace cairn::runtime {

struct Recorder {
  cairn_segment* segment = nullptr;  // null: no engine, nothing is recorded
  cairn_slot* slot = nullptr;        // null: no run is being recorded
  cairn_node* nodes = nullptr;
  cairn_event* events = nullptr;
  cairn_context* contexts = nullptr;
  cairn_object* objects = nullptr;
  uint8_t* tables = nullptr;
  const cairn_object* input_objects = nullptr;
  const uint8_t* input_data = nullptr;
  uint32_t node_capacity = 0;
  uint32_t event_capacity = 0;
  uint32_t runs = 0;  // of this process
  bool shadow_mapped = false;
  bool kept_shared = false;  // with forked processes
};

extern Recorder recorder;

// True when this thread's actions are being recorded.
inline bool recording() { return __cairn_tls.recording != 0; }

// True while the run is recorded, be it elsewhere than on this thread. Where that ended, for want of room or with the
// run, it has been said once.
inline bool run_goes_on() {
  const cairn_slot* slot = recorder.slot;
  return slot != nullptr && slot->record != 0 && slot->full == 0 && slot->finished == 0;
}

// True in the process that the run is: not in those it forks.
bool run_is_here();

// Ends recording: a region ran full. The program goes on.
CAIRN_COLD void stop_full(cairn_region_id region);

// Counts and notes a loss of so many bytes. Without a call site (CAIRN_NO_SITE) the frame says where.
CAIRN_COLD void lose(cairn_loss loss, uint64_t bytes, uint32_t call, uint64_t frame);

// Counts input that comes to a thread, a handler or a forked process, which are not recorded, while the run is.
CAIRN_COLD void lose_elsewhere(uint64_t bytes);

// Whether what is done with the labelled value is recorded. A forked child finds labels in its registers, and what it
// does with them is lost.
CAIRN_HOT bool follows(cairn_label value) {
  if (CAIRN_LIKELY(recording())) return value != 0;
  if (value != 0) lose_elsewhere(1);
  return false;
}

template <class T, class Slot>
T* region(Slot* slot, cairn_region_id id) {
  return reinterpret_cast<T*>(reinterpret_cast<uint64_t>(slot) + recorder.segment->regions[id].offset);
}

inline cairn_slot* slot_of(cairn_segment* segment, unsigned index) {
  return reinterpret_cast<cairn_slot*>(reinterpret_cast<char*>(segment) + segment->slot_offset +
                                       index * segment->slot_stride);
}

// The slot of the run before, as far as it is known.
const cairn_slot* last_slot();

// Marks the n bytes at p as bytes [base, base + n) of the input space.
void label_input(void* p, uint32_t n, uint32_t base);

// The engine's value for an object, or null; n-th of its kind and name in this run.
const cairn_object* find_input(cairn_object_kind kind, const char* name, uint32_t ordinal);

// Adds an object to the run's table and gives it a place in the input space; null when there is no room.
cairn_object* add_object(cairn_object_kind kind, const char* name, uint32_t size, uint32_t capacity, uint16_t flags);

// Declares the engine's own objects (standard input, ...) at the start of a run.
void begin_inputs();

// Calling contexts are begun for every run.
void begin_contexts();

// Whether a function is instrumented, by address.
bool instrumented(const void* function);

}  // namespace cairn::runtime

// For the server (server.cpp).
extern "C" {
void cairn_rt_attach(cairn_segment* segment);
/* A page that forked processes share; null when there is none. */
cairn::runtime::Handover* cairn_rt_handover(void);
/* In a forked process that has nothing to do yet: gets the pages that a run in slot 0 will need. */
void cairn_rt_warm(cairn_segment* segment);
void cairn_rt_begin(cairn_segment* segment, unsigned slot);
void cairn_rt_end(cairn_segment* segment, unsigned slot);
void cairn_rt_mark_buffer(cairn_segment* segment, unsigned slot, uint8_t* data, size_t size);
}

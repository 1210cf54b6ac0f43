// Stands in for the recorder in the tests of the server: one module, one counter, one event per run.
#include <sys/mman.h>

#include "runtime/recorder.h"

namespace {

cairn_slot* slot_at(cairn_segment* segment, unsigned slot) { return cairn::runtime::slot_of(segment, slot); }

char* region_at(cairn_segment* segment, unsigned slot, cairn_region_id id) {
  return reinterpret_cast<char*>(slot_at(segment, slot)) + segment->regions[id].offset;
}

}  // namespace

bool cairn::runtime::run_is_here() { return true; }

extern "C" {

cairn_segment* double_segment;

void cairn_rt_attach(cairn_segment* segment) {
  double_segment = segment;
  segment->modules = 1;
  segment->counters = 4;
  segment->module[0].id = 42;
  segment->module[0].counters = 4;
}

cairn::runtime::Handover* cairn_rt_handover(void) {
  void* page =
      mmap(nullptr, sizeof(cairn::runtime::Handover), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return page == MAP_FAILED ? nullptr : static_cast<cairn::runtime::Handover*>(page);
}

void cairn_rt_warm(cairn_segment*) {}

void cairn_rt_begin(cairn_segment* segment, unsigned slot) {
  cairn_slot* header = slot_at(segment, slot);
  header->started = 1;
  header->events = 1;
  cairn_event* event = reinterpret_cast<cairn_event*>(region_at(segment, slot, CAIRN_REGION_EVENTS));
  event->kind = CAIRN_EVENT_Branch;
  ++*reinterpret_cast<uint32_t*>(region_at(segment, slot, CAIRN_REGION_COUNTERS));
}

void cairn_rt_end(cairn_segment* segment, unsigned slot) { slot_at(segment, slot)->finished = 1; }

// The event's value is what the harness was given.
void cairn_rt_mark_buffer(cairn_segment* segment, unsigned slot, uint8_t* data, size_t size) {
  cairn_event* event = reinterpret_cast<cairn_event*>(region_at(segment, slot, CAIRN_REGION_EVENTS));
  event->value = size * 1000 + (size > 0 ? data[0] : 0);
}
}

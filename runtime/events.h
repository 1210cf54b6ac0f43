// Everything that constrains the path is an event in the slot's log.
#pragma once

#include "runtime/recorder.h"

namespace cairn::runtime {

// Appends an event; requires recording().
void event(cairn_event_kind kind, uint32_t side, uint32_t aux, uint32_t site, uint32_t node, uint64_t frame,
           uint64_t value);

// A symbolic value used concretely: value == x from here on.
void pin(cairn_event_kind kind, cairn_label value, uint64_t x, uint32_t site, uint64_t frame);

}  // namespace cairn::runtime

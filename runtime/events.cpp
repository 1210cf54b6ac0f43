// Events and calling contexts. Instrumented code keeps the stack of call sites and a hash of it (after Bond and
// McKinley's probabilistic calling contexts, OOPSLA 2007); here, when an event needs one, the hash finds the exact node
// of the calling-context tree, which is built on demand from the stack.
#include "runtime/events.h"

#include <string.h>

#include "runtime/nodes.h"

namespace cairn::runtime {
namespace {

uint32_t child_home(uint32_t parent, uint32_t call_site) {
  return (parent * 0x9e3779b1u ^ call_site * 0x85ebca6bu) >> 20;
}

// Children of contexts, by (parent, call site): open addressing over the slot's table, as ids + 1.
uint32_t child_of(uint32_t parent, uint32_t call_site) {
  const uint32_t id = recorder.slot->contexts;
  uint32_t at = child_home(parent, call_site);
  for (uint32_t probe = 0; probe < kChildren; ++probe, ++at) {
    const uint32_t entry = kept.children[at & (kChildren - 1)];
    if (entry == 0) break;
    if (entry > id) continue;
    const cairn_context& known = recorder.contexts[entry - 1];
    if (known.parent == parent && known.call_site == call_site) return entry - 1;
  }
  // When either table is full, deeper contexts share their parent's.
  if (id >= recorder.segment->regions[CAIRN_REGION_CONTEXTS].capacity || id > kChildren / 2) return parent;
  recorder.contexts[id] = {parent, call_site};
  recorder.slot->contexts = id + 1;
  kept.children[at & (kChildren - 1)] = id + 1;
  return id;
}

// In the opposite order of their coming, so that what is left can always be found.
void forget_children() {
  const cairn_slot* last = last_slot();
  if (last == nullptr || kept.contexts > kFewEntries) {
    memset(kept.children, 0, sizeof(kept.children));
    return;
  }
  const auto* contexts = region<const cairn_context>(last, CAIRN_REGION_CONTEXTS);
  for (uint32_t id = kept.contexts; id-- > 1;) {
    uint32_t at = child_home(contexts[id].parent, contexts[id].call_site);
    for (uint32_t probe = 0; probe < kChildren; ++probe, ++at) {
      uint32_t& entry = kept.children[at & (kChildren - 1)];
      if (entry != 0 && entry != id + 1) continue;
      entry = 0;
      break;
    }
  }
}

// The contexts of the stack as it was when one was last built: calls come and go at its end, so most of it is still
// right.
CAIRN_COLD uint32_t build_context(uint64_t frame, CachedContext& entry) {
  uint32_t depth = static_cast<uint32_t>(frame);
  if (depth > CAIRN_STACK_DEPTH) depth = CAIRN_STACK_DEPTH;
  const uint32_t* stack = __cairn_tls.stack;
  uint32_t same = 0;
  while (same < depth && same < kept.trail_length && kept.trail[same].call_site == stack[same]) ++same;
  uint32_t context = same > 0 ? kept.trail[same - 1].context : 0;
  for (uint32_t i = same; i < depth; ++i) {
    context = child_of(context, stack[i]);
    kept.trail[i] = {stack[i], context};
  }
  if (depth > same || kept.trail_length < depth) kept.trail_length = depth;
  entry = {frame, context, 1};
  return context;
}

uint32_t context_of(uint64_t frame) {
  CachedContext& entry = kept.context_cache[((frame >> 32) ^ frame) & (kContextCache - 1)];
  if (CAIRN_LIKELY(entry.used && entry.frame == frame)) return entry.context;
  return build_context(frame, entry);
}

}  // namespace

void begin_contexts() {
  memset(kept.context_cache, 0, sizeof(kept.context_cache));
  forget_children();
  kept.trail_length = 0;
  kept.contexts = kAll;
  recorder.contexts[0] = {0, 0};
  recorder.slot->contexts = 1;
}

void event(cairn_event_kind kind, uint32_t side, uint32_t aux, uint32_t site, uint32_t node, uint64_t frame,
           uint64_t value) {
  cairn_slot* slot = recorder.slot;
  const uint32_t count = slot->events;
  if (CAIRN_UNLIKELY(count + 1 >= recorder.event_capacity)) {
    if (kind != CAIRN_EVENT_Full) {
      stop_full(CAIRN_REGION_EVENTS);
      return;
    }
  }
  // By words: fields written one by one are stores one by one.
  const uint64_t words[] = {static_cast<uint64_t>(kind) | static_cast<uint64_t>(side) << 8 |
                                static_cast<uint64_t>(aux) << 16 | static_cast<uint64_t>(site) << 32,
                            node | static_cast<uint64_t>(context_of(frame)) << 32, value, ++__cairn_tls.steps};
  static_assert(sizeof(words) == sizeof(cairn_event) && offsetof(cairn_event, side) == 1 &&
                offsetof(cairn_event, aux) == 2 && offsetof(cairn_event, site) == 4 &&
                offsetof(cairn_event, node) == 8 && offsetof(cairn_event, context) == 12 &&
                offsetof(cairn_event, value) == 16);
  __builtin_memcpy(&recorder.events[count], words, sizeof(words));
  slot->events = count + 1;
}

void pin(cairn_event_kind kind, cairn_label value, uint64_t x, uint32_t site, uint64_t frame) {
  event(kind, 1, 0, site, node_of(value), frame, x);
}

}  // namespace cairn::runtime

using namespace cairn::runtime;

CAIRN_EXPORT void __cairn_branch(cairn_label condition, uint32_t taken, uint32_t branch, uint64_t frame) {
  if (!follows(condition)) return;
  event(CAIRN_EVENT_Branch, taken & 1, 0, branch, node_of(condition), frame, 0);
}

CAIRN_EXPORT void __cairn_switch(cairn_label value, uint64_t x, const uint64_t* cases, uint32_t count, uint32_t branch,
                                 uint64_t frame) {
  if (!follows(value)) return;
  uint32_t outcome = 0;
  while (outcome < count && cases[outcome] != x) ++outcome;
  event(CAIRN_EVENT_Switch, 0, outcome < count ? outcome : CAIRN_SWITCH_DEFAULT, branch, node_of(value), frame, x);
}

CAIRN_EXPORT void __cairn_pin(cairn_label value, uint64_t x, uint32_t kind, uint32_t branch, uint64_t frame) {
  if (!follows(value)) return;
  pin(static_cast<cairn_event_kind>(kind), value, x, branch, frame);
}

CAIRN_EXPORT void __cairn_lost(cairn_label any, uint32_t loss, uint32_t bytes, uint32_t call, uint64_t frame) {
  if (follows(any)) lose(static_cast<cairn_loss>(loss), bytes, call, frame);
}

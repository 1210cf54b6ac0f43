// A decoded path: what a run asserted of its input, step by step.
//
// Sides are numbered as the outcomes in abi/cairn_facts.h. Branch, EndOfInput, Offered: 0 true, 1 false. Switch: case k
// is k, default is last. Pins, indirect calls, InBounds and Assume: 0 held, 1 did not.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/expr/expr.h"
#include "engine/trace/objects.h"
#include "engine/trace/run.h"

namespace cairn::trace {

enum class EventKind : std::uint8_t {
#define CAIRN_TRACE_EVENT(name) name = CAIRN_EVENT_##name,
  CAIRN_EVENTS(CAIRN_TRACE_EVENT)
#undef CAIRN_TRACE_EVENT
};

// `node == value` was recorded because the program went on with a concrete value.
[[nodiscard]] constexpr bool is_pin(EventKind kind) {
  return kind == EventKind::PinAddress || kind == EventKind::PinSize || kind == EventKind::PinValue ||
         kind == EventKind::IndirectCall;
}

struct Step {
  EventKind kind = EventKind::None;
  std::uint16_t sides = 0;    // how many outcomes there are; 1: no other side (an assumption that held)
  std::uint32_t branch = 0;   // global branch id
  std::uint32_t outcome = 0;  // the side taken, < sides
  expr::ExprId condition;     // 1 bit: what the path asserts here
  expr::ExprId subject;       // what was decided on: the 1-bit condition as recorded, the value switched on or pinned
  std::uint32_t context = 0;  // calling context, an id of the session (Decoder::context)
  std::uint64_t steps = 0;    // function entries and loop turns so far

  bool operator==(const Step&) const = default;
};
static_assert(sizeof(Step) == 32, "paths are copied in bulk");

struct Loss {
  cairn_loss kind = CAIRN_LOSS_NONE;
  std::uint32_t call = 0;     // call site, or CAIRN_NO_SITE: the context tells
  std::uint32_t context = 0;  // as in Step
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;  // of symbolic data, all together

  bool operator==(const Loss&) const = default;
};

struct DecodedRun {
  Outcome outcome;
  std::vector<std::uint64_t> fault;  // RawRun::fault
  std::vector<Step> path;
  std::vector<UsedObject> objects;  // in order of appearance
  std::vector<Loss> losses;         // by kind, call and context
  std::uint64_t folded = 0;         // conditions that were constant true: no steps
  std::uint64_t signature = 0;  // over the sequence of (condition hash, outcome); of a shortened path over all events
  bool shortened = false;       // the path goes on behind the one here, as far as it was recorded
  bool full = false;            // recording ended early
  bool corrupted = false;       // decoding ended early: the data made no sense from there on
};

}  // namespace cairn::trace

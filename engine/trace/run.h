// What one execution left behind: how it ended, and bounds-checked views of the shared segment. The target may have
// scribbled over everything; nothing here is trusted before decode() (decode.h) has validated it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "abi/cairn_abi.h"

namespace cairn::trace {

enum class Ending : std::uint8_t {
  exited,     // code = exit status
  signalled,  // code = signal
  timed_out,  // the wall-clock backstop or the step limit
  rejected,   // an assumption failed
};

struct Outcome {
  Ending ending = Ending::exited;
  int code = 0;

  bool operator==(const Outcome&) const = default;
  // A crash, or an abort: something a user wants to hear of.
  [[nodiscard]] bool bug() const { return ending == Ending::signalled; }
};

// Views into the segment, valid until the next run on the same slot.
struct RawRun {
  Outcome outcome;
  std::span<const cairn_object> objects;
  std::span<const cairn_node> nodes;
  std::span<const cairn_event> events;
  std::span<const std::uint8_t> tables;
  std::span<const cairn_context> contexts;
  std::span<const std::uint32_t> counters;
  std::uint64_t steps = 0;
  std::uint64_t lost = 0;
  std::array<std::uint64_t, CAIRN_LOSS_COUNT> lost_apart{};  // those of them without an event, by kind
  std::uint64_t nanoseconds = 0;
  std::vector<std::uint64_t> fault;  // where it faulted or aborted, from the inside out: offsets in the executable
  bool full = false;                 // recording ended early
  bool hurried = false;              // timed out, but before its time was up: Target::run_for
  bool shared = false;               // its process may have made runs before it, and what they left behind may show
  bool corrupted = false;            // the slot header itself made no sense: views are empty
  std::string output;                // what it printed on stdout, up to a bound, when asked for
};

}  // namespace cairn::trace

// The shared segment, engine's side: a sealed memory file with one or more slots. The engine writes inputs, the target
// writes what happened, and nothing that the target wrote is believed before it was checked against the sizes kept
// here.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "abi/cairn_abi.h"
#include "engine/base/result.h"
#include "engine/target/descriptor.h"
#include "engine/target/target.h"
#include "engine/trace/input.h"
#include "engine/trace/run.h"

namespace cairn::target {

// Records of each region of a slot. Memory is used only as far as runs touch it.
struct SegmentSizes {
  std::uint32_t slots = 1;
  std::uint64_t input_objects = 4096;
  std::uint64_t input_data = 1u << 20;
  std::uint64_t objects = 4096;
  std::uint64_t nodes = 8u << 20;
  std::uint64_t events = 2u << 20;
  std::uint64_t table_bytes = 64u << 20;
  std::uint64_t contexts = 1u << 12;  // the recorder makes no more
  std::uint64_t counters = 1u << 20;
  std::uint64_t argument_bytes = 512u << 10;
};

// What the target is to be started with; empty arguments: as the server was.
struct Invocation {
  std::vector<std::string> arguments;
  std::vector<std::string> environment;
  std::vector<std::uint32_t> positions;  // argv index of the n-th symbolic argument; 0: it is absent
};

class Segment {
 public:
  static base::Result<std::unique_ptr<Segment>> create(const SegmentSizes& sizes);
  ~Segment();
  Segment(const Segment&) = delete;
  Segment& operator=(const Segment&) = delete;

  [[nodiscard]] int fd() const { return fd_.get(); }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  [[nodiscard]] std::uint32_t slots() const { return header_.slots; }

  // Reads what the runtime said about the program, after HELLO. Remembers the number of counters, and what was counted
  // until then: the runs all begin there.
  base::Result<Modules> read_modules();

  // Makes the slot ready for a run on the input. Fails when the input does not fit.
  base::Status write(std::uint32_t slot, const trace::Input& input, const Invocation& invocation,
                     const Options& options);

  // What the run on the slot left behind; the outcome's rejections and step limits come from here too.
  [[nodiscard]] trace::RawRun read(std::uint32_t slot, const trace::Outcome& outcome) const;

 private:
  Segment() = default;
  template <class T>
  T* region(std::uint32_t slot, cairn_region_id id) const;
  cairn_slot* slot_at(std::uint32_t slot) const;
  void reset_counters(std::uint32_t slot);
  base::Status write_arguments(std::uint32_t slot, const trace::Input& input, const Invocation& invocation);

  Descriptor fd_;
  char* memory_ = nullptr;
  std::uint64_t bytes_ = 0;
  // The part of cairn_segment before `modules`, as the engine made it: restored before each run.
  struct Header {
    std::uint64_t magic;
    std::uint32_t version;
    std::uint32_t slots;
    std::uint64_t slot_offset;
    std::uint64_t slot_stride;
    cairn_region regions[CAIRN_REGION_COUNT];
  } header_{};
  std::uint32_t counters_ = 0;
  struct Counted {
    std::uint32_t counter, times;
  };
  std::vector<Counted> before_;  // what is executed before the fork, in every run
};

}  // namespace cairn::target

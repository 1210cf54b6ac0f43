// Memory of recent runs, in chunks, so that a run is decoded only from where it leaves an earlier one (D9 in
// docs/architecture.md).
//
// A chunk is a stretch of events; its digest covers every record the events rest on: the events themselves, the nodes,
// tables, contexts and objects that became necessary with them. What may differ on one and the same path is left out:
// sizes of inputs, and the value a switch was given. Equal digests up to a chunk mean equal steps up to its end.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <vector>

#include "engine/trace/nodes.h"
#include "engine/trace/path.h"
#include "engine/trace/run.h"

namespace cairn::trace {

// How far into each table of a run something reaches.
struct Extents {
  std::uint32_t events = 0, nodes = 0, tables = 0, contexts = 0, objects = 0;

  bool operator==(const Extents&) const = default;
};

// The tables of a run as digests see them: objects in the form of InputSpace::records().
struct Records {
  std::span<const cairn_event> events;
  std::span<const cairn_node> nodes;
  std::span<const std::uint8_t> tables;
  std::span<const cairn_context> contexts;
  std::span<const cairn_object> objects;

  [[nodiscard]] bool reach(const Extents& end) const {
    return end.events <= events.size() && end.nodes <= nodes.size() && end.tables <= tables.size() &&
           end.contexts <= contexts.size() && end.objects <= objects.size();
  }
};

// Over all records from `begin` to `end`. Requires: the records reach `end`, and end is nowhere before begin.
[[nodiscard]] std::uint64_t digest(const Records& records, const Extents& begin, const Extents& end);

// The state of decoding at the end of a chunk.
struct Chunk {
  Extents end;
  std::uint64_t digest = 0;
  std::uint64_t signature = 0;
  std::uint64_t folded = 0;
  std::uint32_t steps = 0;   // of the path
  std::uint32_t known = 0;   // nodes decoded
  std::uint32_t losses = 0;  // events of loss
  bool full = false;         // the events end here
};

struct Recording {
  std::shared_ptr<const DecodedRun> run;
  std::vector<Chunk> chunks;
  std::vector<NodeExpr> known;
  std::vector<Loss> losses;  // one an event

  [[nodiscard]] std::size_t memory_bytes() const;
};

class Recordings {
 public:
  Recordings(std::uint32_t limit, std::uint64_t bytes) : limit_(limit), byte_limit_(bytes) {}

  struct Match {
    const Recording* recording = nullptr;
    std::size_t chunks = 0;
  };
  // The recording that agrees with the records for the longest. Valid until the next call of keep().
  Match match(const Records& records);

  void keep(Recording recording);

 private:
  struct Known {
    Extents begin, end;
    std::uint64_t digest;
  };

  std::uint64_t digest_of(const Records& records, std::size_t chunk, const Extents& begin, const Extents& end);

  std::uint32_t limit_;
  std::uint64_t byte_limit_;
  std::uint64_t bytes_ = 0;
  std::deque<Recording> recordings_;         // most recently used first
  std::vector<std::vector<Known>> digests_;  // of the records being matched, by chunk: recordings share prefixes
};

}  // namespace cairn::trace

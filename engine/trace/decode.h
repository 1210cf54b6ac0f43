// Decoding: from the records a run left in the shared segment to its path over interned expressions.
//
// Everything read is validated; what makes no sense ends decoding there, and what came before is kept. Only nodes that
// an event depends on are turned into expressions. Runs share long prefixes with the runs they were derived from, so
// recent runs are remembered in chunks of events with digests over all records a chunk rests on: while the digests
// agree, the earlier run's steps are taken over and the DAG is not touched.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/expr/expr.h"
#include "engine/trace/objects.h"
#include "engine/trace/path.h"
#include "engine/trace/run.h"
#include "engine/trace/sides.h"

namespace cairn::trace {

struct DecodeOptions {
  std::uint32_t chunk_events = 512;              // events whose records share one digest
  std::uint32_t recordings = 16;                 // runs remembered; 0: none
  std::uint64_t recording_bytes = 256ull << 20;  // and their memory, altogether
};

class Decoder {
 public:
  // The arguments outlive the decoder.
  Decoder(expr::Dag& dag, ObjectTable& objects, const SwitchCases& cases, DecodeOptions options = {});
  ~Decoder();
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;

  static constexpr std::size_t kWholePath = SIZE_MAX;

  // Never null. Shared with the decoder's memory of recent runs; keep it as long as needed. A path of more than `most`
  // steps may be shortened behind these: what is not kept is not turned into expressions either.
  std::shared_ptr<const DecodedRun> decode(const RawRun& raw, std::size_t most = kWholePath);

  // A node of the session's calling-context tree, to which Step::context refers: 0 is the root, which has no call site.
  [[nodiscard]] cairn_context context(std::uint32_t id) const;

  // Conditions of sides, from the same caches the decoder uses.
  Sides& sides();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace cairn::trace

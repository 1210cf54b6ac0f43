#include "engine/target/supervision.h"

#include "engine/target/descendants.h"

namespace cairn::target {

Excess look(pid_t top, const Options& options, std::uint64_t segment_bytes, const Scratch* scratch) {
  const Usage used = usage(descendants(top));
  if (used.processes > kTooManyProcesses) return Excess::processes;
  if (used.private_bytes > options.memory_bytes) return Excess::memory;
  if (used.shared_bytes > options.memory_bytes + segment_bytes) return Excess::memory;
  if (scratch != nullptr && scratch->bytes() > options.disk_bytes) return Excess::disk;
  return Excess::none;
}

}  // namespace cairn::target

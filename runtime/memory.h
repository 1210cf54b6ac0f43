// Labels of values in memory, for the hooks and for models of library functions.
#pragma once

#include "runtime/recorder.h"

namespace cairn::runtime {

// The label of the value of 1..16 bytes at the address; requires the shadow to be mapped and this thread to be
// recording.
cairn_label load(const void* address, uint32_t bytes);
// `low`, `high`: what is stored, with a label.
void store(void* address, uint32_t bytes, cairn_label value, uint64_t low, uint64_t high);

// Bytes a table takes in the table area, a multiple of 16.
inline uint32_t table_bytes(uint32_t size, bool labelled) {
  uint32_t n = static_cast<uint32_t>(sizeof(cairn_table)) + ((size + 3) & ~3u);
  if (labelled) n += size * static_cast<uint32_t>(sizeof(cairn_label));
  return (n + 15) & ~15u;
}

}  // namespace cairn::runtime

// Making expression nodes: bump allocation in the shared table, behind a small lossy cons cache. Folding here is
// limited to what keeps tables small (constant chains); the engine simplifies properly.
#pragma once

#include "runtime/kept.h"
#include "runtime/recorder.h"

namespace cairn::runtime {

void begin_nodes();

inline uint32_t node_of(cairn_label label) { return label >> CAIRN_LANE_BITS; }
inline cairn_label label_of(uint32_t node) { return node << CAIRN_LANE_BITS; }

inline const cairn_node* stored(uint32_t node) { return &recorder.nodes[node - CAIRN_INPUT_LIMIT]; }
inline bool is_input_byte(uint32_t node) { return node < CAIRN_INPUT_LIMIT; }
inline uint32_t width_of(uint32_t node) { return is_input_byte(node) ? 8 : stored(node)->width; }

// All fields but the last.
inline uint64_t head_of(const cairn_node& n) {
  uint64_t head;
  __builtin_memcpy(&head, &n, 8);
  return head;
}

inline uint32_t& cons_entry(uint64_t head, uint64_t imm) {
  const uint64_t hash = (head ^ (imm * 0x9e3779b97f4a7c15ull)) * 0xd6e8feb86659fd93ull;
  return kept.cons_cache[hash >> 52];
}

// The node with these fields; 0 when recording has ended.
CAIRN_HOT uint32_t make_node(uint32_t op, uint32_t width, uint32_t flags, uint32_t a, uint64_t imm) {
  cairn_node n;
  n.op = static_cast<uint8_t>(op);
  n.width = static_cast<uint8_t>(width);
  n.flags = static_cast<uint16_t>(flags);
  n.a = a;
  n.imm = imm;
  const uint64_t head = head_of(n);
  uint32_t& entry = cons_entry(head, imm);
  const uint32_t count = recorder.slot->nodes;
  if (entry != 0 && entry <= count) {
    const cairn_node& known = recorder.nodes[entry - 1];
    if (head_of(known) == head && known.imm == imm) return entry - 1 + CAIRN_INPUT_LIMIT;
  }
  if (CAIRN_UNLIKELY(count >= recorder.node_capacity)) {
    stop_full(CAIRN_REGION_NODES);
    return 0;
  }
  recorder.nodes[count] = n;
  recorder.slot->nodes = count + 1;
  entry = count + 1;
  return count + CAIRN_INPUT_LIMIT;
}

inline uint32_t make_binary(uint32_t op, uint32_t width, uint32_t a, uint32_t b) {
  return make_node(op, width, 0, a, b);  // b in the low half of imm, c = 0
}

uint32_t make_constant(uint64_t low, uint64_t high, uint32_t width);
uint32_t make_extract(uint32_t a, uint32_t low, uint32_t width);
uint32_t make_input(uint32_t first_byte, uint32_t bytes);

// A node for an operand: its own, or a constant's.
inline uint32_t operand(cairn_label label, uint64_t low, uint64_t high, uint32_t width) {
  return label != 0 ? node_of(label) : make_constant(low, high, width);
}

inline uint64_t mask(uint32_t width) { return width >= 64 ? ~0ull : (1ull << width) - 1; }

}  // namespace cairn::runtime

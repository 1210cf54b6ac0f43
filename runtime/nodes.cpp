#include "runtime/nodes.h"

#include <string.h>

namespace cairn::runtime {

static_assert(kConsEntries == 1u << 12, "cons_entry takes the top 12 bits of the hash");

// An entry is checked against the table before use, so emptying serves only to make runs repeat exactly.
void begin_nodes() {
  const cairn_slot* last = last_slot();
  if (last == nullptr || kept.nodes > kFewEntries) {
    memset(kept.cons_cache, 0, sizeof(kept.cons_cache));
  } else {
    const auto* nodes = region<const cairn_node>(last, CAIRN_REGION_NODES);
    for (uint32_t i = 0; i < kept.nodes; ++i) cons_entry(head_of(nodes[i]), nodes[i].imm) = 0;
  }
  kept.nodes = kAll;
}

uint32_t make_constant(uint64_t low, uint64_t high, uint32_t width) {
  if (width <= 64) return make_node(CAIRN_OP_Const, width, 0, 0, low & mask(width));
  const uint32_t low_node = make_node(CAIRN_OP_Const, 64, 0, 0, low);
  const uint32_t high_node = make_node(CAIRN_OP_Const, width - 64, 0, 0, high & mask(width - 64));
  if (low_node == 0 || high_node == 0) return 0;
  return make_binary(CAIRN_OP_Concat, width, high_node, low_node);
}

uint32_t make_extract(uint32_t a, uint32_t low, uint32_t width) {
  if (low == 0 && width_of(a) == width) return a;
  if (!is_input_byte(a)) {
    const cairn_node* n = stored(a);
    if (n->op == CAIRN_OP_Extract) return make_extract(n->a, static_cast<uint32_t>(n->imm) + low, width);
    if ((n->op == CAIRN_OP_ZExt || n->op == CAIRN_OP_SExt) && low + width <= width_of(n->a))
      return make_extract(n->a, low, width);
    if (n->op == CAIRN_OP_Input && low % 8 == 0 && width % 8 == 0)
      return make_input(static_cast<uint32_t>(n->imm) + low / 8, width / 8);
  }
  return make_node(CAIRN_OP_Extract, width, 0, a, low);
}

uint32_t make_input(uint32_t first_byte, uint32_t bytes) {
  if (bytes == 1) return first_byte + 1;
  return make_node(CAIRN_OP_Input, bytes * 8, 0, 0, first_byte);
}

}  // namespace cairn::runtime

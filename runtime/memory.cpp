// Loads and stores. A stored value leaves (node, lane) in each byte's label; a load finds the value whole, as part of
// one node, as a run of input bytes, or joins what it finds.
#include "runtime/memory.h"

#include <string.h>

#include "runtime/events.h"
#include "runtime/nodes.h"
#include "runtime/shadow.h"
#include "runtime/signals.h"
#include "runtime/tables.h"

namespace cairn::runtime {
namespace {

constexpr uint32_t kNoTable = 0xffffffffu;

// Joins two nodes; either may be a constant kept aside (node 0).
struct Part {
  uint32_t node;  // 0: constant
  uint64_t low, high;
  uint32_t width;
};

Part join(Part high, Part low) {
  const uint32_t width = high.width + low.width;
  if (high.node == 0 && low.node == 0) {
    // Two constants of together at most 128 bits.
    unsigned __int128 value = (static_cast<unsigned __int128>(low.high) << 64) | low.low;
    value |= ((static_cast<unsigned __int128>(high.high) << 64) | high.low) << low.width;
    return {0, static_cast<uint64_t>(value), static_cast<uint64_t>(value >> 64), width};
  }
  const uint32_t h = high.node ? high.node : make_constant(high.low, high.high, high.width);
  const uint32_t l = low.node ? low.node : make_constant(low.low, low.high, low.width);
  if (h == 0 || l == 0) return {0, 0, 0, width};
  return {make_binary(CAIRN_OP_Concat, width, h, l), 0, 0, width};
}

// The longest run of labels from i on that is one thing: constant bytes, lanes of one node, or consecutive input bytes.
Part part_at(const cairn_label* labels, const uint8_t* bytes, uint32_t i, uint32_t n) {
  const cairn_label first = labels[i];
  uint32_t end = i + 1;
  if (first == 0) {
    while (end < n && labels[end] == 0) ++end;
    uint64_t words[2] = {0, 0};
    memcpy(words, bytes + i, end - i);
    return {0, words[0], words[1], (end - i) * 8};
  }
  const uint32_t node = node_of(first);
  const uint32_t lane = first & CAIRN_LANE_MASK;
  if (is_input_byte(node)) {
    while (end < n && is_input_byte(node + (end - i)) && labels[end] == first + ((end - i) << CAIRN_LANE_BITS)) ++end;
    return {make_input(node - 1, end - i), 0, 0, (end - i) * 8};
  }
  // Behind the last lane comes the next node, which is another value.
  while (end < n && lane + (end - i) <= CAIRN_LANE_MASK && labels[end] == first + (end - i)) ++end;
  return {make_extract(node, lane * 8, (end - i) * 8), 0, 0, (end - i) * 8};
}

cairn_label value_of(const cairn_label* labels, const uint8_t* bytes, uint32_t n) {
  Part value = part_at(labels, bytes, 0, n);
  while (value.width < n * 8) value = join(part_at(labels, bytes, value.width / 8, n), value);
  return label_of(value.node);
}

// Of the sizes that programs use, without calling anybody.
bool same_bytes(const uint8_t* a, const void* b, uint32_t n) {
  switch (n) {
    case 2:
      return __builtin_memcmp(a, b, 2) == 0;
    case 4:
      return __builtin_memcmp(a, b, 4) == 0;
    case 8:
      return __builtin_memcmp(a, b, 8) == 0;
    default:
      return memcmp(a, b, n) == 0;
  }
}

void put_bytes(uint8_t* to, const uint64_t (&words)[2], uint32_t n) {
  switch (n) {
    case 1:
      *to = static_cast<uint8_t>(words[0]);
      return;
    case 4:
      __builtin_memcpy(to, words, 4);
      return;
    case 8:
      __builtin_memcpy(to, words, 8);
      return;
    default:
      memcpy(to, words, n);
  }
}

bool all_zero(const cairn_label* labels, uint32_t n) {
  cairn_label any = 0;
  for (uint32_t i = 0; i < n; ++i) any |= labels[i];
  return any == 0;
}

// ---- Tables: snapshots of objects read at a symbolic offset. Equal snapshots of one run are stored once; programs
// read the same table over and over, so the last snapshot of an object is compared first.

struct LastSnapshot {
  const void* object;
  uint32_t size;
  uint32_t at;  // byte offset in the table area
};
constexpr uint32_t kLastSnapshots = 64;
LastSnapshot last_snapshots[kLastSnapshots];

const cairn_table* table_at(uint32_t at) { return reinterpret_cast<const cairn_table*>(recorder.tables + at); }
const uint8_t* table_content(uint32_t at) { return recorder.tables + at + sizeof(cairn_table); }
const cairn_label* table_labels(uint32_t at) {
  return reinterpret_cast<const cairn_label*>(table_content(at) + ((table_at(at)->size + 3) & ~3u));
}

bool same_table(uint32_t at, const void* object, uint32_t size, bool labelled) {
  const cairn_table* table = table_at(at);
  if (table->size != size || table->labelled != (labelled ? 1u : 0u)) return false;
  if (memcmp(table_content(at), object, size) != 0) return false;
  return !labelled || memcmp(table_labels(at), shadow(object), size * sizeof(cairn_label)) == 0;
}

uint64_t hash_bytes(uint64_t hash, const void* bytes, uint64_t size) {
  const auto* p = static_cast<const uint8_t*>(bytes);
  for (uint64_t i = 0; i < size; i += 8) {
    uint64_t word = 0;
    memcpy(&word, p + i, size - i < 8 ? size - i : 8);
    hash = (hash ^ word) * 0xd6e8feb86659fd93ull;
    hash ^= hash >> 32;
  }
  return hash;
}

uint32_t add_table(const void* object, uint32_t size, bool labelled) {
  uint64_t hash = hash_bytes(0x9e3779b97f4a7c15ull ^ size, object, size);
  if (labelled) hash = hash_bytes(hash, shadow(object), uint64_t{size} * sizeof(cairn_label));
  cairn_slot* slot = recorder.slot;
  uint32_t at = 0;
  for (; at < slot->table_bytes; at += table_bytes(table_at(at)->size, table_at(at)->labelled != 0))
    if (table_at(at)->hash == hash && same_table(at, object, size, labelled)) return at;
  const uint32_t need = table_bytes(size, labelled);
  if (at + need > recorder.segment->regions[CAIRN_REGION_TABLES].capacity) {
    stop_full(CAIRN_REGION_TABLES);
    return kNoTable;
  }
  auto* table = reinterpret_cast<cairn_table*>(recorder.tables + at);
  table->size = size;
  table->labelled = labelled ? 1 : 0;
  table->hash = hash;
  memcpy(recorder.tables + at + sizeof(cairn_table), object, size);
  if (labelled)
    memcpy(recorder.tables + at + sizeof(cairn_table) + ((size + 3) & ~3u), shadow(object), size * sizeof(cairn_label));
  slot->table_bytes = at + need;
  return at;
}

// The table's id, or kNoTable when there is no room.
uint32_t snapshot(const void* object, uint32_t size) {
  bool labelled = !surely_concrete(object, size) && !all_zero(shadow(object), size);
  LastSnapshot& last = last_snapshots[(reinterpret_cast<uint64_t>(object) >> 4) % kLastSnapshots];
  if (last.object == object && last.size == size && last.at < recorder.slot->table_bytes &&
      same_table(last.at, object, size, labelled))
    return last.at / 16;
  if (labelled) {
    drop_false(object, size);
    labelled = !all_zero(shadow(object), size);
  }
  const uint32_t at = add_table(object, size, labelled);
  if (at == kNoTable) return kNoTable;
  last = {object, size, at};
  return at / 16;
}

// An upper bound of a node's value, from its last operations: most indices are masked or extended from a byte.
uint64_t largest(uint32_t node, uint32_t depth = 6) {
  const uint64_t all = mask(width_of(node));
  if (is_input_byte(node) || depth == 0) return all;
  const cairn_node* n = stored(node);
  const bool constant = (n->flags & CAIRN_NODE_IMM) != 0;
  unsigned __int128 bound;
  switch (n->op) {
    case CAIRN_OP_ZExt:
      return largest(n->a, depth - 1);
    case CAIRN_OP_SExt: {
      const uint64_t bound_below = largest(n->a, depth - 1);
      return bound_below <= mask(width_of(n->a)) >> 1 ? bound_below : all;
    }
    case CAIRN_OP_And:
      return constant ? n->imm : all;
    case CAIRN_OP_URem:
      return constant && n->flags == CAIRN_NODE_IMM && n->imm != 0 ? n->imm - 1 : all;
    case CAIRN_OP_LShr:
      return constant && n->flags == CAIRN_NODE_IMM && n->imm < 64 ? largest(n->a, depth - 1) >> n->imm : all;
    case CAIRN_OP_Add:
      bound = static_cast<unsigned __int128>(largest(n->a, depth - 1)) + n->imm;
      break;
    case CAIRN_OP_Mul:
      bound = static_cast<unsigned __int128>(largest(n->a, depth - 1)) * n->imm;
      break;
    case CAIRN_OP_Shl:
      if (n->flags != CAIRN_NODE_IMM || n->imm >= 64) return all;
      bound = static_cast<unsigned __int128>(largest(n->a, depth - 1)) << n->imm;
      break;
    default:
      return all;
  }
  return constant && bound <= all ? static_cast<uint64_t>(bound) : all;
}

// The address as an offset into the object; node of 64 bits.
uint32_t offset_in(uint32_t address, const void* object) {
  const uint64_t base = reinterpret_cast<uint64_t>(object);
  const cairn_label offset = __cairn_binary(CAIRN_OP_Add | 64u << 8, label_of(address), 0, 0, 0 - base);
  return node_of(offset);
}

}  // namespace

cairn_label load(const void* address, uint32_t bytes) {
  if (!mapped(address) && !mapped(static_cast<const char*>(address) + bytes - 1))
    return 0;  // no page of shadow is touched for nothing
  const cairn_label* labels = shadow(address);
  const cairn_label first = labels[0];
  if (bytes == 1) {
    if (first != 0 && CAIRN_UNLIKELY(*witness(address) != *static_cast<const uint8_t*>(address))) {
      drop_false(address, 1);
      return 0;
    }
    if (first == 0 || (is_input_byte(node_of(first)) && (first & CAIRN_LANE_MASK) == 0)) return first;
    return label_of(make_extract(node_of(first), (first & CAIRN_LANE_MASK) * 8, 8));
  }
  if (all_zero(labels, bytes)) return 0;
  if (CAIRN_UNLIKELY(!same_bytes(witness(address), address, bytes))) {  // or only some bytes have labels
    drop_false(address, bytes);
    if (all_zero(labels, bytes)) return 0;
  }
  return value_of(labels, static_cast<const uint8_t*>(address), bytes);
}

void store(void* address, uint32_t bytes, cairn_label value, uint64_t low, uint64_t high) {
  if (value == 0) {
    clear(address, bytes);
    return;
  }
  mark(address, bytes);
  cairn_label* labels = shadow(address);
  for (uint32_t i = 0; i < bytes; ++i) labels[i] = value + i;
  const uint64_t words[2] = {low, high};
  put_bytes(witness(address), words, bytes);
}

}  // namespace cairn::runtime

using namespace cairn::runtime;

namespace {

// A load of labels that are not this thread's, nor perhaps this process's; where none can be made, none are marked.
CAIRN_COLD void load_elsewhere(const void* address, uint32_t bytes) {
  if (run_goes_on() && !surely_concrete(address, bytes) && !all_zero(shadow(address), bytes)) lose_elsewhere(bytes);
}

uint32_t bytes_of(uint32_t width) { return (width + 7) / 8; }

// Memory holds whole bytes: a 1-bit or 24-bit value is stored zero-extended.
cairn_label trim(cairn_label value, uint32_t width) {
  if (value == 0 || width % 8 == 0) return value;
  return label_of(make_extract(node_of(value), 0, width));
}

// No memory is that large; "-1" is. glibc's memcpy survives some of these sizes, since addresses wrap around.
bool absurd(uint64_t size) { return size >> 47 != 0; }

// What an address was made from by adding something to it.
const void* base_of(cairn_label where) {
  const uint32_t node = node_of(where);
  if (is_input_byte(node)) return nullptr;
  const cairn_node* n = stored(node);
  return n->op == CAIRN_OP_Add && n->flags == CAIRN_NODE_IMM ? reinterpret_cast<const void*>(n->imm) : nullptr;
}

}  // namespace

// A page of shadow that is only looked at costs a short run a page fault and up to three levels of tables: so the map is
// asked again, which instrumented code asked for several accesses together.
CAIRN_EXPORT CAIRN_KEEPS_REGISTERS cairn_label __cairn_any_label(const void* address, uint64_t size) {
  if (!mapped(address) && !mapped(static_cast<const char*>(address) + size - 1)) return 0;
  const cairn_label* labels = shadow(address);
  uint64_t any = 0;
  for (; size >= 2; size -= 2, labels += 2) {
    uint64_t pair;
    memcpy(&pair, labels, sizeof pair);
    any |= pair;
  }
  if (size != 0) any |= *labels;
  return static_cast<cairn_label>(any | any >> 32);
}

CAIRN_EXPORT cairn_label __cairn_load(const void* address, uint32_t width) {
  const uint32_t bytes = bytes_of(width);
  if (CAIRN_LIKELY(recording())) return trim(load(address, bytes), width);
  load_elsewhere(address, bytes);
  return 0;
}

CAIRN_EXPORT void __cairn_store(void* address, uint32_t width, cairn_label value, uint64_t x, uint64_t x_high) {
  if (!follows(value)) value = 0;
  if (!recorder.shadow_mapped) return;
  if (value != 0 && width % 8 != 0) value = __cairn_convert(CAIRN_OP_ZExt | bytes_of(width) * 8 << 8, value);
  store(address, bytes_of(width), value, x, x_high);
}

CAIRN_EXPORT cairn_label __cairn_load_at(cairn_label where, const void* address, uint32_t width, const void* object,
                                         uint64_t object_size, uint32_t branch, uint64_t frame) {
  if (!follows(where)) return __cairn_load(address, width);
  const uint32_t bytes = bytes_of(width);
  if (object == nullptr) {
    const Object found = object_around(address, base_of(where));
    object = found.start;
    object_size = found.size;
  }
  const auto* start = static_cast<const char*>(object);
  const auto* at = static_cast<const char*>(address);
  const bool known = object != nullptr && object_size <= CAIRN_MAX_TABLE && object_size >= bytes && at >= start &&
                     at + bytes <= start + object_size;
  if (!known) {
    pin(CAIRN_EVENT_PinAddress, where, reinterpret_cast<uint64_t>(address), branch, frame);
    return __cairn_load(address, width);
  }
  const uint32_t offset = offset_in(node_of(where), object);
  if (offset == 0) return 0;
  if (largest(offset) > object_size - bytes) {
    const cairn_label inside = __cairn_compare(CAIRN_OP_Ule | 64u << 8, label_of(offset), 0, 0, object_size - bytes);
    if (inside != 0) event(CAIRN_EVENT_InBounds, 1, 0, branch, node_of(inside), frame, 0);
  }
  const uint32_t table = snapshot(object, static_cast<uint32_t>(object_size));
  if (table == kNoTable) return 0;
  return trim(label_of(make_node(CAIRN_OP_TableRead, bytes * 8, 0, offset, table)), width);
}

CAIRN_EXPORT void __cairn_store_at(cairn_label where, void* address, uint32_t width, cairn_label value, uint64_t x,
                                   uint64_t x_high, uint32_t branch, uint64_t frame) {
  if (follows(where)) pin(CAIRN_EVENT_PinAddress, where, reinterpret_cast<uint64_t>(address), branch, frame);
  __cairn_store(address, width, value, x, x_high);
}

CAIRN_EXPORT void __cairn_clear(void* address, uint64_t size) {
  if (recorder.shadow_mapped && !absurd(size)) clear(address, size);
}

CAIRN_EXPORT void __cairn_copy(void* to, const void* from, uint64_t size) {
  if (recorder.shadow_mapped && !absurd(size)) copy(to, from, size);
}

CAIRN_EXPORT void __cairn_fill(void* to, cairn_label value, uint32_t x, uint64_t size) {
  const bool followed = follows(value);
  if (!recorder.shadow_mapped || size == 0 || absurd(size)) return;
  if (!followed) {
    clear(to, size);
    return;
  }
  mark(to, size);
  cairn_label* labels = shadow(to);
  for (uint64_t i = 0; i < size; ++i) labels[i] = value;
  memset(witness(to), static_cast<int>(x), size);
}

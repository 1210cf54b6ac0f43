// Labels across calls: what is handed to functions that are not instrumented, variable arguments, structs by value.
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "runtime/kept.h"
#include "runtime/memory.h"
#include "runtime/nodes.h"
#include "runtime/shadow.h"
#include "runtime/signals.h"
#include "runtime/tables.h"

// ---- What functions that are not instrumented are given -----------------------------------------
//
// Such a function may read what its pointers lead to, and nobody sees what it makes of it: symbolic bytes there are
// lost, and the loss is told. What it writes is found out by whoever reads it (shadow.h, witness()).

namespace cairn::runtime {
namespace {

constexpr uint64_t kLargestObject = 1u << 16;
constexpr uint32_t kMostWords = 128;  // looked at for pointers, in all
constexpr uint32_t kDeepest = 2;      // pointers behind pointers

bool symbolic(const uint8_t* p) { return mapped(p) && shadow(p)[0] != 0 && *witness(p) == *p; }

// Whatever a word of memory holds may be an address, or look like one.
bool readable(const uint8_t* p) {
  const int error = errno;
  unsigned char resident;
  void* page = reinterpret_cast<void*>(reinterpret_cast<uint64_t>(p) & ~uint64_t{kPage - 1});
  const bool there = mincore(page, 1, &resident) == 0;
  errno = error;
  return there;
}

// What a FILE has in its buffer the models follow.
bool is_stream(const uint8_t* p, uint64_t size) {
  constexpr uint32_t kMagic = 0xfbad0000, kMagicBits = 0xffff0000;
  uint32_t flags;
  if (size < sizeof(FILE)) return false;
  memcpy(&flags, p, sizeof(flags));
  return (flags & kMagicBits) == kMagic;
}

// Symbolic bytes of an object, and of those it leads to.
class HandedOver {
 public:
  // Where no object is known to begin at the pointer (CAIRN_SIZE_BEGIN), only what it leads right to: what lies further
  // on may be a neighbour's.
  uint64_t count(const uint8_t* p, uint64_t size, bool holds) {
    if (size == CAIRN_SIZE_UNKNOWN) size = size_at(p);
    if (size == CAIRN_SIZE_BEGIN) return run(p);
    return all(p, size) + (holds ? behind(p, size, 1) : 0);
  }

 private:
  static uint64_t size_at(const uint8_t* p) {
    const Object object = object_around(p, p);
    return object.start == p ? object.size : CAIRN_SIZE_BEGIN;
  }

  static uint64_t run(const uint8_t* p) {
    uint64_t n = 0;
    while (n < kLargestObject && symbolic(p + n)) ++n;
    return n;
  }

  static uint64_t all(const uint8_t* p, uint64_t size) {
    constexpr uint64_t kGranule = 1u << CAIRN_MAP_SHIFT;
    if (size > kLargestObject) size = kLargestObject;
    if (surely_concrete(p, size)) return 0;
    uint64_t n = 0;
    for (uint64_t i = 0; i < size;) {
      if (mapped(p + i))
        n += symbolic(p + i++);
      else
        i += kGranule - (reinterpret_cast<uint64_t>(p + i) & (kGranule - 1));
    }
    return n;
  }

  uint64_t behind(const uint8_t* p, uint64_t size, uint32_t depth) {
    if (reinterpret_cast<uint64_t>(p) % sizeof(void*) != 0 || is_stream(p, size)) return 0;
    uint64_t bytes = 0;
    for (uint64_t i = 0; i + sizeof(void*) <= size && words_ > 0; i += sizeof(void*), --words_) {
      const uint8_t* held;
      memcpy(&held, p + i, sizeof(held));
      const auto address = reinterpret_cast<uint64_t>(held);
      if (address < kPage || address >> 47 != 0) continue;
      if (const uint64_t known = size_at(held); known != CAIRN_SIZE_BEGIN)
        bytes += all(held, known) + (depth < kDeepest ? behind(held, known, depth + 1) : 0);
      else if (mapped(held) && shadow(held)[0] != 0 && readable(held))
        bytes += run(held);
    }
    return bytes;
  }

  uint32_t words_ = kMostWords;
};

}  // namespace
}  // namespace cairn::runtime

using namespace cairn::runtime;

CAIRN_EXPORT void __cairn_hand_over(const void* callee, const void* pointer, uint64_t size, uint32_t holds,
                                    uint32_t call) {
  leave_handlers(reinterpret_cast<uint64_t>(__builtin_frame_address(0)));
  if (!run_goes_on() || pointer == nullptr || instrumented(callee)) return;
  const uint64_t bytes = HandedOver().count(static_cast<const uint8_t*>(pointer), size, holds != 0);
  if (bytes == 0) return;
  if (recording())
    lose(CAIRN_LOSS_EXTERNAL, bytes, call, __cairn_tls.frame);
  else
    lose_elsewhere(bytes);
}

CAIRN_EXPORT void __cairn_landed() { leave_handlers(reinterpret_cast<uint64_t>(__builtin_frame_address(0))); }

// ---- Variable arguments -------------------------------------------------------------------------

namespace {

// The System V x86-64 va_list.
struct VaList {
  uint32_t gp_offset;
  uint32_t fp_offset;
  uint8_t* overflow_area;
  uint8_t* register_area;
};

void put_bytes(cairn_label* to, cairn_label value, uint32_t bytes) {
  for (uint32_t i = 0; i < bytes; ++i) to[i] = value == 0 ? 0 : value + i;
}

}  // namespace

CAIRN_EXPORT void __cairn_vararg(cairn_label value, uint64_t x, uint32_t width, uint32_t offset) {
  (void)x;
  cairn_thread& t = __cairn_tls;
  const uint32_t bytes = (width + 7) / 8;
  if (offset + bytes > CAIRN_VARARG_BYTES) {
    if (value != 0) lose(CAIRN_LOSS_ARGUMENTS, bytes, CAIRN_NO_SITE, t.frame);
    return;
  }
  if (value != 0 && width % 8 != 0) value = __cairn_convert(CAIRN_OP_ZExt | bytes * 8 << 8, value);
  // The area in front is cleared when the first label of a call comes.
  if (t.vararg_bytes < offset) memset(t.varargs + t.vararg_bytes, 0, (offset - t.vararg_bytes) * sizeof(cairn_label));
  put_bytes(t.varargs + offset, value, bytes);
  if (offset + bytes > t.vararg_bytes) t.vararg_bytes = offset + bytes;
}

CAIRN_EXPORT void __cairn_vararg_begin(void* saved) {
  // `saved`: a count of bytes, then as many labels.
  cairn_thread& t = __cairn_tls;
  auto* out = static_cast<uint32_t*>(saved);
  out[0] = t.vararg_bytes;
  memcpy(out + 1, t.varargs, t.vararg_bytes * sizeof(cairn_label));
  t.vararg_bytes = 0;
}

CAIRN_EXPORT void __cairn_va_start(void* va_list, const void* saved) {
  if (!recorder.shadow_mapped) return;
  const auto* list = static_cast<const VaList*>(va_list);
  const auto* in = static_cast<const uint32_t*>(saved);
  const uint32_t filled = in[0];
  clear(va_list, sizeof(VaList));
  clear(list->register_area, CAIRN_VARARG_REGISTERS);
  if (filled == 0) return;
  const uint32_t registers = filled < CAIRN_VARARG_REGISTERS ? filled : CAIRN_VARARG_REGISTERS;
  mark(list->register_area, registers);
  memcpy(shadow(list->register_area), in + 1, registers * sizeof(cairn_label));
  bear_witness(list->register_area, registers);
  if (filled > CAIRN_VARARG_REGISTERS) {
    const uint32_t overflow = filled - CAIRN_VARARG_REGISTERS;
    mark(list->overflow_area, overflow);
    memcpy(shadow(list->overflow_area), in + 1 + CAIRN_VARARG_REGISTERS, overflow * sizeof(cairn_label));
    bear_witness(list->overflow_area, overflow);
  }
}

CAIRN_EXPORT void __cairn_va_copy(void* to, const void* from) {
  (void)from;
  __cairn_clear(to, sizeof(VaList));
}

// ---- Structs by value ---------------------------------------------------------------------------

CAIRN_EXPORT void __cairn_byval_out(const void* object, uint32_t size, uint32_t offset) {
  if (!recording()) return;
  cairn_thread& t = __cairn_tls;
  if (offset + size > CAIRN_BYVAL_BYTES) {
    if (!surely_concrete(object, size)) lose(CAIRN_LOSS_ARGUMENTS, size, CAIRN_NO_SITE, t.frame);
    return;
  }
  drop_false(object, size);
  if (t.byval_bytes < offset) memset(t.byvals + t.byval_bytes, 0, (offset - t.byval_bytes) * sizeof(cairn_label));
  memcpy(t.byvals + offset, shadow(object), size * sizeof(cairn_label));
  t.byval_bytes = offset + size;
}

CAIRN_EXPORT void __cairn_byval_in(void* object, uint32_t size, uint32_t offset) {
  if (!recorder.shadow_mapped) return;
  cairn_thread& t = __cairn_tls;
  if (!recording() || t.byval_bytes < offset + size) {
    clear(object, size);
    return;
  }
  mark(object, size);
  memcpy(shadow(object), t.byvals + offset, size * sizeof(cairn_label));
  bear_witness(object, size);
}

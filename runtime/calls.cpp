// Labels across calls: variable arguments, structs by value, and memory handed to functions that are not instrumented.
#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include "runtime/memory.h"
#include "runtime/nodes.h"
#include "runtime/shadow.h"
#include "runtime/signals.h"

namespace cairn::runtime {
namespace {

// ---- Memory handed to uninstrumented functions ------------------------------------------------
//
// Such a function may write through its pointers, and we do not see it. What it changed has lost its label; what it
// left alone keeps it, and so does what got another label meanwhile: an instrumented callback wrote it, or the runtime
// itself. So the bytes behind each pointer and their labels are copied before the call and compared after it.

constexpr uint32_t kArena = 1u << 18;
constexpr uint32_t kMaxRemembered = 64;
constexpr uint32_t kLargestObject = 1u << 16;

struct Remembered {
  const uint8_t* address;
  uint32_t size;
  uint32_t arena;
  uint32_t call;   // CAIRN_NO_SITE: what is lost there is told by somebody else
  uint64_t frame;  // of the hook, right below the caller's: the same before and after a call
};

uint8_t arena[kArena];
cairn_label arena_labels[kArena];
CAIRN_STATE uint32_t arena_used;
Remembered remembered_objects[kMaxRemembered];
CAIRN_STATE uint32_t remembered_count;

// How far labels go from p on.
uint32_t labelled_extent(const uint8_t* p) {
  constexpr uint32_t kGranule = 1u << CAIRN_MAP_SHIFT;
  uint32_t end = 0;
  for (uint32_t i = 0; i < kLargestObject && i - end < CAIRN_CALL_GAP;) {
    const uint32_t here = kGranule - static_cast<uint32_t>(reinterpret_cast<uint64_t>(p + i) & (kGranule - 1));
    if (mapped(p + i)) {
      for (uint32_t k = 0; k < here; ++k)
        if (*shadow(p + i + k) != 0) end = i + k + 1;
    }
    i += here;
  }
  return end;
}

// The call may have been one that gives memory back.
bool still_there(const uint8_t* address, uint32_t size) {
  constexpr uint64_t kPage = 4096;
  constexpr uint64_t kMostPages = kLargestObject / kPage + 2;
  unsigned char resident[kMostPages];
  const uint64_t begin = reinterpret_cast<uint64_t>(address) & ~(kPage - 1);
  return mincore(reinterpret_cast<void*>(begin), reinterpret_cast<uint64_t>(address) + size - begin, resident) == 0 ||
         errno != ENOMEM;
}

// How many symbolic bytes the function was given to read: a pointer that leads right to them, and to a byte that is as
// it was, was not there to be written through. What begins further on may be a neighbour's.
uint32_t handed_over(const Remembered& r) {
  uint32_t count = 0;
  if (r.call != CAIRN_NO_SITE && *r.address == arena[r.arena])
    while (count < r.size && arena_labels[r.arena + count] != 0) ++count;
  return count;
}

void forget_changes(const Remembered& r) {
  const int error = errno;
  const bool gone = !still_there(r.address, r.size);
  errno = error;
  if (gone) {
    clear(const_cast<uint8_t*>(r.address), r.size);
    return;
  }
  if (const uint32_t bytes = handed_over(r)) lose(CAIRN_LOSS_EXTERNAL, bytes, r.call, __cairn_tls.frame);
  cairn_label* labels = shadow(r.address);
  for (uint32_t i = 0; i < r.size; ++i)
    if (r.address[i] != arena[r.arena + i] && labels[i] == arena_labels[r.arena + i]) labels[i] = 0;
}

// The calls of this frame and of those below it are over. Some did not return: an exception or a jump passed them by.
void settle_calls(uint64_t frame) {
  leave_handlers(frame);
  while (recording() && remembered_count > 0 && remembered_objects[remembered_count - 1].frame <= frame) {
    const Remembered& r = remembered_objects[--remembered_count];
    forget_changes(r);
    arena_used = r.arena;
  }
}

}  // namespace

void reset_calls() {
  arena_used = 0;
  remembered_count = 0;
}

}  // namespace cairn::runtime

using namespace cairn::runtime;

CAIRN_EXPORT uint32_t __cairn_call_before(const void* callee, const void* pointer, uint32_t remembered, uint32_t call) {
  const auto frame = reinterpret_cast<uint64_t>(__builtin_frame_address(0));
  if (remembered == 0) settle_calls(frame);
  if (!recording() || pointer == nullptr || instrumented(callee)) return remembered;
  const auto* p = static_cast<const uint8_t*>(pointer);
  const uint32_t size = labelled_extent(p);
  if (size == 0) return remembered;
  if (remembered_count >= kMaxRemembered || arena_used + size > kArena) {
    // No room to compare: the labels must go, or they might become wrong.
    lose(CAIRN_LOSS_EXTERNAL, size, call, __cairn_tls.frame);
    clear(const_cast<uint8_t*>(p), size);
    return remembered;
  }
  memcpy(arena + arena_used, p, size);
  memcpy(arena_labels + arena_used, shadow(p), size * sizeof(cairn_label));
  remembered_objects[remembered_count++] = {p, size, arena_used, call, frame};
  arena_used += size;
  return remembered + 1;
}

CAIRN_EXPORT void __cairn_call_after() { settle_calls(reinterpret_cast<uint64_t>(__builtin_frame_address(0))); }

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
  if (filled > CAIRN_VARARG_REGISTERS) {
    const uint32_t overflow = filled - CAIRN_VARARG_REGISTERS;
    mark(list->overflow_area, overflow);
    memcpy(shadow(list->overflow_area), in + 1 + CAIRN_VARARG_REGISTERS, overflow * sizeof(cairn_label));
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
}

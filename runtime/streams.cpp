// Symbolic streams: descriptors that read an input object. The functions declared in models/model.h.
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

#include "runtime/events.h"
#include "runtime/inputs.h"
#include "runtime/nodes.h"
#include "runtime/shadow.h"

extern "C" {
#include "runtime/models/model.h"
}

using namespace cairn::runtime;

namespace {

// Instrumented code takes a result's label only if this says who left it.
void leave_result(cairn_label label, const void* who) {
  __cairn_tls.results[0] = label;
  __cairn_tls.returned = who;
}

}  // namespace

CAIRN_EXPORT int cairn_stream_at(int fd, cairn_stream* stream) {
  __cairn_tls.callee = nullptr;
  if (fd != 0 || !recording()) return 0;
  const cairn_object* object = standard_input();
  if (object == nullptr) return 0;
  const off_t at = lseek(fd, 0, SEEK_CUR);
  if (at < 0) return 0;
  stream->object = static_cast<uint32_t>(object - recorder.objects);
  stream->position = static_cast<uint64_t>(at);
  return 1;
}

CAIRN_EXPORT void cairn_label_stream(void* buffer, const cairn_stream* stream, size_t size) {
  const cairn_object& object = recorder.objects[stream->object];
  if (stream->position + size > object.capacity) {
    clear(buffer, size);
    return;
  }
  label_input(buffer, static_cast<uint32_t>(size), object.base + static_cast<uint32_t>(stream->position));
}

CAIRN_EXPORT ssize_t cairn_count_read(const cairn_stream* stream, size_t wanted, ssize_t got) {
  __cairn_tls.callee = nullptr;
  __cairn_tls.returned = nullptr;
  const cairn_object& object = recorder.objects[stream->object];
  const uint64_t frame = __cairn_tls.frame;
  if (!(object.flags & CAIRN_OBJECT_SIZED) || !recording()) return got;
  if (!more_input(&object, stream->position, frame)) return got;
  if (wanted == 1) return got;
  // Was there enough for all of it?
  if (stream->position + wanted <= object.capacity) {
    if (more_input(&object, stream->position + wanted - 1, frame)) return got;
  }
  if (static_cast<uint64_t>(got) != object.size - stream->position) return got;
  const cairn_label size = __cairn_convert(CAIRN_OP_ZExt | 64u << 8, label_of(make_input(object.base + object.capacity, 4)));
  leave_result(__cairn_binary(CAIRN_OP_Sub | 64u << 8, size, 0, 0, stream->position),
               reinterpret_cast<const void*>(&cairn_count_read));
  return got;
}

CAIRN_EXPORT void cairn_note_end(const cairn_stream* stream) {
  __cairn_tls.callee = nullptr;
  if (recording()) more_input(&recorder.objects[stream->object], stream->position, __cairn_tls.frame);
}

CAIRN_EXPORT void cairn_note_more(const void* place) {
  __cairn_tls.callee = nullptr;
  if (!recording() || !mapped(place)) return;
  const cairn_label label = *shadow(place);
  const cairn_object* object = standard_input();
  if (label == 0 || object == nullptr || !is_input_byte(node_of(label))) return;
  const uint32_t byte = node_of(label) - 1;
  if (byte < object->base || byte >= object->base + object->capacity) return;
  more_input(object, byte - object->base, __cairn_tls.frame);
}

CAIRN_EXPORT size_t cairn_pin_size(size_t size) {
  cairn_thread& t = __cairn_tls;
  const bool symbolic = t.callee == reinterpret_cast<const void*>(&cairn_pin_size) && t.arguments[0] != 0;
  t.callee = t.returned = nullptr;
  if (symbolic && recording()) pin(CAIRN_EVENT_PinSize, t.arguments[0], size, kNoBranch, t.frame);
  return size;
}

CAIRN_EXPORT void cairn_take_labels(cairn_labels* labels, const void* from, size_t size) {
  __cairn_tls.callee = nullptr;
  labels->copy = nullptr;
  labels->size = size;
  if (!recording() || size == 0 || surely_concrete(from, size)) return;
  void* copy = mmap(nullptr, size * sizeof(cairn_label), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (copy == MAP_FAILED) {
    lose(CAIRN_LOSS_EXTERNAL, 0, __cairn_tls.frame);
    return;
  }
  labels->copy = static_cast<uint32_t*>(copy);
  memcpy(copy, shadow(from), size * sizeof(cairn_label));
}

CAIRN_EXPORT void cairn_put_labels(cairn_labels* labels, void* to, size_t size) {
  __cairn_tls.callee = nullptr;
  if (labels->copy == nullptr) return;
  mark(to, size);
  memcpy(shadow(to), labels->copy, size * sizeof(cairn_label));
  cairn_drop_labels(labels);
}

CAIRN_EXPORT void cairn_drop_labels(cairn_labels* labels) {
  __cairn_tls.callee = nullptr;
  if (labels->copy != nullptr) munmap(labels->copy, labels->size * sizeof(cairn_label));
  labels->copy = nullptr;
}

CAIRN_EXPORT void cairn_forget(void* buffer, size_t size) {
  __cairn_tls.callee = nullptr;
  __cairn_clear(buffer, size);
}

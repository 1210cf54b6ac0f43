// Symbolic streams: files whose content is an input. The functions declared in models/model.h.
//
// There is no table of descriptors: a descriptor reads an input when the kernel says that it is that file (device and
// inode), and stands where the kernel says it stands. So open, dup, fdopen, lseek, inherited descriptors and a file
// opened twice need no care.
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
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

namespace cairn::runtime {
namespace {

constexpr uint32_t kMaxStreams = 64;
StreamFile streams[kMaxStreams];
CAIRN_STATE uint32_t stream_count;

// Straight to the kernel: the program may have functions of these names.
bool look_at(int fd, const char* path, struct stat* info) {
  return (path != nullptr ? syscall(SYS_newfstatat, AT_FDCWD, path, info, 0) : syscall(SYS_fstat, fd, info)) == 0;
}

// Null when the file is none of the inputs, or is none any more: the program has changed its size.
const StreamFile* find_stream(uint64_t device, uint64_t inode, int64_t size) {
  for (uint32_t i = 0; i < stream_count; ++i) {
    const StreamFile& s = streams[i];
    if (s.device == device && s.inode == inode)
      return static_cast<int64_t>(recorder.objects[s.object].size) == size ? &s : nullptr;
  }
  return nullptr;
}

StreamFile* stream_of(uint32_t object) {
  for (uint32_t i = 0; i < stream_count; ++i)
    if (streams[i].object == object) return &streams[i];
  return nullptr;
}

// Is there a byte at this position? Asked of the path only when earlier answers leave it open.
bool has_byte(StreamFile& file, uint64_t position) {
  const cairn_object& object = recorder.objects[file.object];
  if (position < file.at_least) return true;
  if (position >= file.at_most) return false;
  if (more_input(&object, position, __cairn_tls.frame)) {
    file.at_least = position + 1;
    return true;
  }
  file.at_most = position;
  return false;
}

cairn_label size_label(const cairn_object& object) {
  return __cairn_convert(CAIRN_OP_ZExt | 64u << 8, label_of(make_input(object.base + object.capacity, 4)));
}

}  // namespace

void reset_streams() { stream_count = 0; }

void add_stream(const cairn_object* object, const cairn_object* given) {
  struct stat info;
  if (stream_count == kMaxStreams || !look_at(0, object->kind == CAIRN_OBJECT_FILE ? object->name : nullptr, &info))
    return;
  streams[stream_count++] = {info.st_dev, info.st_ino, static_cast<uint32_t>(object - recorder.objects),
                             given,       0,           object->capacity};
}

}  // namespace cairn::runtime

CAIRN_EXPORT int cairn_stream_at(int fd, cairn_stream* stream) {
  __cairn_tls.callee = nullptr;
  if (fd < 0 || stream_count == 0 || !recording()) return 0;
  struct stat info;
  if (!look_at(fd, nullptr, &info)) return 0;
  const StreamFile* file = find_stream(info.st_dev, info.st_ino, info.st_size);
  if (file == nullptr) return 0;
  const off_t at = lseek(fd, 0, SEEK_CUR);
  if (at < 0) return 0;
  stream->object = file->object;
  stream->position = static_cast<uint64_t>(at);
  return 1;
}

// The program may have written to the file: only bytes that are still the input's get its labels.
CAIRN_EXPORT void cairn_label_stream(void* buffer, const cairn_stream* stream, size_t size) {
  __cairn_tls.callee = nullptr;
  clear(buffer, size);
  const cairn_object& object = recorder.objects[stream->object];
  const StreamFile* file = stream_of(stream->object);
  if (file == nullptr || !recording()) return;
  const uint8_t* content = recorder.input_data + file->given->data;
  auto* bytes = static_cast<uint8_t*>(buffer);
  mark(buffer, size);
  for (size_t i = 0; i < size; ++i) {
    const uint64_t at = stream->position + i;
    if (at < file->given->size && content[at] == bytes[i])
      *shadow(bytes + i) = label_of(object.base + static_cast<uint32_t>(at) + 1);
  }
}

CAIRN_EXPORT int64_t cairn_file_size(uint64_t device, uint64_t inode, int64_t size) {
  __cairn_tls.callee = nullptr;
  __cairn_tls.returned = nullptr;
  if (!recording()) return size;
  const StreamFile* file = find_stream(device, inode, size);
  if (file == nullptr || !(recorder.objects[file->object].flags & CAIRN_OBJECT_SIZED)) return size;
  leave_result(size_label(recorder.objects[file->object]), reinterpret_cast<const void*>(&cairn_file_size));
  return size;
}

CAIRN_EXPORT const char* cairn_file_name(unsigned n) {
  __cairn_tls.callee = nullptr;
  __cairn_tls.returned = nullptr;
  for (uint32_t i = 0; i < stream_count; ++i) {
    const cairn_object& object = recorder.objects[streams[i].object];
    if (object.kind == CAIRN_OBJECT_FILE && n-- == 0) return object.name;
  }
  return nullptr;
}

// By halves, so that few questions settle it: the same ones in every run that has answered them alike so far.
CAIRN_EXPORT void cairn_settle_read(const cairn_stream* stream, size_t wanted) {
  __cairn_tls.callee = nullptr;
  StreamFile* file = stream_of(stream->object);
  const cairn_object& object = recorder.objects[stream->object];
  if (file == nullptr || wanted == 0 || !recording() || !has_byte(*file, stream->position)) return;
  uint64_t few = stream->position + 1;  // the size is one of few..many
  uint64_t many = stream->position + wanted;
  if (many <= object.capacity) {
    if (has_byte(*file, many - 1)) return;
    --many;
  } else {
    many = object.capacity;
  }
  while (few < many) {
    const uint64_t middle = few + (many - few + 1) / 2;
    if (has_byte(*file, middle - 1)) {
      few = middle;
    } else {
      many = middle - 1;
    }
  }
}

CAIRN_EXPORT void cairn_note_end(const cairn_stream* stream) {
  __cairn_tls.callee = nullptr;
  StreamFile* file = stream_of(stream->object);
  if (file != nullptr && recording()) has_byte(*file, stream->position);
}

CAIRN_EXPORT void cairn_note_more(const void* place) {
  __cairn_tls.callee = nullptr;
  if (!recording() || !mapped(place)) return;
  const cairn_label label = *shadow(place);
  if (label == 0 || !is_input_byte(node_of(label))) return;
  const uint32_t byte = node_of(label) - 1;
  for (uint32_t i = 0; i < stream_count; ++i) {
    const cairn_object& object = recorder.objects[streams[i].object];
    if (byte >= object.base && byte < object.base + object.capacity) has_byte(streams[i], byte - object.base);
  }
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
    lose(CAIRN_LOSS_EXTERNAL, size, CAIRN_NO_SITE, __cairn_tls.frame);
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

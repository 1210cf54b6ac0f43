// Symbolic streams: files whose content is an input. The functions declared in models/model.h.
//
// There is no table of descriptors: a descriptor reads an input when the kernel says that it is that file (device and
// inode), and stands where the kernel says it stands. So open, dup, fdopen, lseek, inherited descriptors and a file
// opened twice need no care.
//
// What the program writes into an input is its own from then on, even if it is the same byte again: it would be another
// one in other runs. Writing is seen where it has a model (write, pwrite, truncation, stdio); what comes from
// elsewhere, from a shared mapping or another process, shows by bytes and sizes that are not those of the input any
// more.
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

StreamFile* find_stream(uint64_t device, uint64_t inode) {
  for (uint32_t i = 0; i < stream_count; ++i)
    if (streams[i].device == device && streams[i].inode == inode) return &streams[i];
  return nullptr;
}

// The file whose content or size is asked for; null, and a loss, where nobody records what is made of the answer.
StreamFile* followed(uint64_t device, uint64_t inode) {
  StreamFile* file = find_stream(device, inode);
  if (file == nullptr || recording()) return file;
  lose_elsewhere(1);
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

// How many of the bytes [position, position + wanted) there are. By halves, so that few questions settle it: the same
// ones in every run that has answered them alike so far.
void settle(StreamFile& file, uint64_t position, uint64_t wanted) {
  const cairn_object& object = recorder.objects[file.object];
  if (wanted == 0 || !recording() || !has_byte(file, position)) return;
  uint64_t few = position + 1;  // the size is one of few..many
  uint64_t many = position + wanted;
  if (many <= object.capacity) {
    if (has_byte(file, many - 1)) return;
    --many;
  } else {
    many = object.capacity;
  }
  while (few < many) {
    const uint64_t middle = few + (many - few + 1) / 2;
    if (has_byte(file, middle - 1)) {
      few = middle;
    } else {
      many = middle - 1;
    }
  }
}

// The program gave the file this size. What it was before is a fact of the path, unless nothing depends on it any more.
void resize(StreamFile& file, uint64_t size) {
  if (size != 0 && !file.resized) settle(file, 0, SIZE_MAX);
  file.resized = true;
  if (size < file.kept) file.kept = size;
}

// Whether the file, which has this size now, still has something of the input.
bool is_input(StreamFile& file, int64_t size) {
  const auto now = static_cast<uint64_t>(size);
  if (now != recorder.objects[file.object].size && !file.resized) resize(file, now);
  return file.kept > 0;
}

void add_written(StreamFile& file, uint64_t begin, uint64_t end) {
  for (uint32_t i = 0; i < file.written_count; ++i) {
    FileRange& known = file.written[i];
    if (begin > known.end || end < known.begin) continue;
    if (begin < known.begin) known.begin = begin;
    if (end > known.end) known.end = end;
    return;
  }
  if (file.written_count < StreamFile::kMaxWritten) {
    file.written[file.written_count++] = {begin, end};
    return;
  }
  // No room: what lies between is given up too.
  FileRange& last = file.written[StreamFile::kMaxWritten - 1];
  if (recording())
    lose(CAIRN_LOSS_EXTERNAL, begin > last.end ? begin - last.end : last.begin - end, CAIRN_NO_SITE, __cairn_tls.frame);
  if (begin < last.begin) last.begin = begin;
  if (end > last.end) last.end = end;
}

bool is_written(const StreamFile& file, uint64_t at) {
  for (uint32_t i = 0; i < file.written_count; ++i)
    if (at >= file.written[i].begin && at < file.written[i].end) return true;
  return false;
}

// Files and pipes that symbolic data went into, and whether it went into a socket.
struct Sink {
  uint64_t device, inode;
};
constexpr uint32_t kMaxSinks = 64;
Sink sinks[kMaxSinks];
CAIRN_STATE uint32_t sink_count;
CAIRN_STATE bool sent_by_socket;  // who has the other end is not known: any socket may bring it back

bool is_sink(const struct stat& info) {
  if (S_ISSOCK(info.st_mode)) return sent_by_socket;
  for (uint32_t i = 0; i < sink_count; ++i)
    if (sinks[i].device == info.st_dev && sinks[i].inode == info.st_ino) return true;
  return false;
}

cairn_label size_label(const cairn_object& object) {
  return __cairn_convert(CAIRN_OP_ZExt | 64u << 8, label_of(make_input(object.base + object.capacity, 4)));
}

}  // namespace

void reset_streams() {
  stream_count = sink_count = 0;
  sent_by_socket = false;
}

void add_stream(const cairn_object* object, const cairn_object* given) {
  struct stat info;
  if (stream_count == kMaxStreams || !look_at(0, object->kind == CAIRN_OBJECT_FILE ? object->name : nullptr, &info))
    return;
  StreamFile& file = streams[stream_count++];
  file.device = info.st_dev;
  file.inode = info.st_ino;
  file.object = static_cast<uint32_t>(object - recorder.objects);
  file.given = given;
  file.at_least = 0;
  file.at_most = object->capacity;
  file.seen = 0;
  file.resized = static_cast<uint64_t>(info.st_size) != object->size;  // then it is not what the engine gave
  file.kept = file.resized ? 0 : UINT64_MAX;
  file.written_count = 0;
}

}  // namespace cairn::runtime

CAIRN_EXPORT int cairn_stream_at(int fd, cairn_stream* stream) {
  __cairn_tls.callee = nullptr;
  if (fd < 0 || stream_count == 0 || !run_goes_on()) return 0;
  struct stat info;
  if (!look_at(fd, nullptr, &info)) return 0;
  StreamFile* file = followed(info.st_dev, info.st_ino);
  if (file == nullptr || !is_input(*file, info.st_size)) return 0;
  const off_t at = lseek(fd, 0, SEEK_CUR);
  if (at < 0) return 0;
  stream->object = file->object;
  stream->position = static_cast<uint64_t>(at);
  stream->seen = file->seen;
  return 1;
}

// Only bytes that are still the input's get its labels.
CAIRN_EXPORT void cairn_label_stream(void* buffer, const cairn_stream* stream, size_t size) {
  __cairn_tls.callee = nullptr;
  clear(buffer, size);
  const cairn_object& object = recorder.objects[stream->object];
  StreamFile* file = stream_of(stream->object);
  if (file == nullptr || !recording()) return;
  if (stream->position + size > file->seen) file->seen = stream->position + size;
  const uint8_t* content = recorder.input_data + file->given->data;
  auto* bytes = static_cast<uint8_t*>(buffer);
  mark(buffer, size);
  for (size_t i = 0; i < size; ++i) {
    const uint64_t at = stream->position + i;
    if (at < file->given->size && at < file->kept && !is_written(*file, at) && content[at] == bytes[i])
      *shadow(bytes + i) = label_of(object.base + static_cast<uint32_t>(at) + 1);
  }
  bear_witness(buffer, size);
}

CAIRN_EXPORT int64_t cairn_file_size(uint64_t device, uint64_t inode, int64_t size) {
  __cairn_tls.callee = nullptr;
  __cairn_tls.returned = nullptr;
  if (!run_goes_on()) return size;
  StreamFile* file = followed(device, inode);
  if (file == nullptr || !is_input(*file, size) || file->resized) return size;
  if (!(recorder.objects[file->object].flags & CAIRN_OBJECT_SIZED)) return size;
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

CAIRN_EXPORT void cairn_settle_read(const cairn_stream* stream, size_t wanted) {
  __cairn_tls.callee = nullptr;
  StreamFile* file = stream_of(stream->object);
  if (file != nullptr && !file->resized) settle(*file, stream->position, wanted);
}

CAIRN_EXPORT void cairn_note_end(const cairn_stream* stream) {
  __cairn_tls.callee = nullptr;
  StreamFile* file = stream_of(stream->object);
  if (file != nullptr && !file->resized && recording()) has_byte(*file, stream->position);
}

// Threads that are not recorded write too.
CAIRN_EXPORT void cairn_note_write(int fd, int64_t position, size_t size) {
  __cairn_tls.callee = nullptr;
  struct stat info;
  if (fd < 0 || size == 0 || stream_count == 0 || recorder.slot == nullptr || !look_at(fd, nullptr, &info)) return;
  StreamFile* file = find_stream(info.st_dev, info.st_ino);
  if (file == nullptr) return;
  if (position < 0) position = lseek(fd, 0, SEEK_CUR) - static_cast<int64_t>(size);
  const bool appended = (fcntl(fd, F_GETFL) & O_APPEND) != 0;  // where, the old size has said: no question of its own
  if (appended) position = info.st_size - static_cast<int64_t>(size);
  if (position < 0) return;
  const auto begin = static_cast<uint64_t>(position);
  const uint64_t end = begin + size;
  if (!file->resized) {
    const bool inside =
        recording() && !appended ? has_byte(*file, end - 1) : end <= recorder.objects[file->object].size;
    if (!inside) resize(*file, end);
  }
  add_written(*file, begin, end);
}

CAIRN_EXPORT void cairn_note_cut(int fd, const char* path, int64_t size) {
  __cairn_tls.callee = nullptr;
  struct stat info;
  if (stream_count == 0 || recorder.slot == nullptr || !look_at(fd, path, &info)) return;
  if (StreamFile* file = find_stream(info.st_dev, info.st_ino)) resize(*file, static_cast<uint64_t>(size));
}

CAIRN_EXPORT void cairn_note_sent(int fd) {
  __cairn_tls.callee = nullptr;
  struct stat info;
  if (!recording() || !look_at(fd, nullptr, &info) || is_sink(info)) return;
  if (S_ISSOCK(info.st_mode)) sent_by_socket = true;
  if (!S_ISREG(info.st_mode) && !S_ISFIFO(info.st_mode)) return;
  if (sink_count < kMaxSinks)
    sinks[sink_count++] = {info.st_dev, info.st_ino};
  else
    lose(CAIRN_LOSS_EXTERNAL, 1, CAIRN_NO_SITE, __cairn_tls.frame);
}

CAIRN_EXPORT void cairn_note_back(int fd, size_t size) {
  __cairn_tls.callee = nullptr;
  struct stat info;
  if ((sink_count == 0 && !sent_by_socket) || fd < 0 || size == 0 || !recording()) return;
  if (look_at(fd, nullptr, &info) && is_sink(info)) lose(CAIRN_LOSS_EXTERNAL, size, CAIRN_NO_SITE, __cairn_tls.frame);
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
  drop_false(from, size);
  labels->copy = static_cast<uint32_t*>(copy);
  memcpy(copy, shadow(from), size * sizeof(cairn_label));
}

CAIRN_EXPORT void cairn_put_labels(cairn_labels* labels, void* to, size_t size) {
  __cairn_tls.callee = nullptr;
  if (labels->copy == nullptr) return;
  mark(to, size);
  memcpy(shadow(to), labels->copy, size * sizeof(cairn_label));
  bear_witness(to, size);
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

/* Models of unistd.h and sys/uio.h: reading, writing and seeking in files that may be inputs. */
#include <errno.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "model.h"

/* What a read gave the parts of a buffer; `from` is where it began in an input, null if it was none. How much there was
 * is settled part by part. */
static void settle_parts(size_t got, const struct iovec* parts, int count, struct cairn_stream* from) {
  for (int i = 0; i < count; ++i) {
    const size_t size = cairn_pin_size(parts[i].iov_len);
    const size_t here = got < size ? got : size;
    got -= here;
    if (from == NULL) {
      cairn_forget(parts[i].iov_base, here);
      continue;
    }
    cairn_label_stream(parts[i].iov_base, from, here);
    cairn_settle_read(from, size);
    from->position += size;
  }
}

/* The result of a call that reads into `parts`: from where the descriptor stands, or from `offset`. */
#define READING(parts, count, offset, call)                                             \
  ({                                                                                    \
    struct cairn_stream stream;                                                         \
    const off_t place = (offset);                                                       \
    ssize_t got = -1;                                                                   \
    if (cairn_call_fails()) {                                                           \
      errno = EIO;                                                                      \
    } else {                                                                            \
      const int symbolic = cairn_stream_at(fd, &stream);                                \
      if (place >= 0) stream.position = (uint64_t)place;                                \
      got = (call);                                                                     \
      if (got >= 0) settle_parts((size_t)got, parts, count, symbolic ? &stream : NULL); \
    }                                                                                   \
    got;                                                                                \
  })

ssize_t __cairn_model_read(int fd, void* buffer, size_t size) {
  size = cairn_pin_size(size);
  const struct iovec all = {buffer, size};
  return READING(&all, 1, -1, read(fd, buffer, size));
}

ssize_t __cairn_model_pread(int fd, void* buffer, size_t size, off_t offset) {
  size = cairn_pin_size(size);
  offset = (off_t)cairn_pin_size((size_t)offset);
  const struct iovec all = {buffer, size};
  return READING(&all, 1, offset, pread(fd, buffer, size, offset));
}

ssize_t __cairn_model_pread64(int fd, void* buffer, size_t size, off_t offset) {
  return __cairn_model_pread(fd, buffer, size, offset);
}

ssize_t __cairn_model_readv(int fd, const struct iovec* parts, int count) {
  return READING(parts, count, -1, readv(fd, parts, count));
}

ssize_t __cairn_model_preadv(int fd, const struct iovec* parts, int count, off_t offset) {
  offset = (off_t)cairn_pin_size((size_t)offset);
  return READING(parts, count, offset, preadv(fd, parts, count, offset));
}

ssize_t __cairn_model_preadv64(int fd, const struct iovec* parts, int count, off_t offset) {
  return __cairn_model_preadv(fd, parts, count, offset);
}

ssize_t __cairn_model_write(int fd, const void* buffer, size_t size) {
  size = cairn_pin_size(size);
  if (cairn_call_fails()) {
    errno = EIO;
    return -1;
  }
  return write(fd, buffer, size);
}

/* The kernel's position is concrete. At the end of the file it depends on the size: the result has that label, and the
 * size is a fact of the path unless the program only asked how long the file is. */
off_t __cairn_model_lseek(int fd, off_t offset, int whence) {
  offset = (off_t)cairn_pin_size((size_t)offset);
  const off_t at = lseek(fd, offset, whence);
  struct stat info;
  if (whence == SEEK_SET || whence == SEEK_CUR || fstat(fd, &info) != 0) return at;
  const off_t size = cairn_file_size(info.st_dev, info.st_ino, info.st_size);
  if (at >= 0 && offset == 0 && whence == SEEK_END) return at + (size - info.st_size);
  cairn_pin_size((size_t)size);
  return at;
}

off_t __cairn_model_lseek64(int fd, off_t offset, int whence) { return __cairn_model_lseek(fd, offset, whence); }

/* ---- The spellings of _FORTIFY_SOURCE -------------------------------------------------------- */

extern void __chk_fail(void) __attribute__((noreturn));

ssize_t __cairn_model___read_chk(int fd, void* buffer, size_t size, size_t room) {
  if (size > room) __chk_fail();
  return __cairn_model_read(fd, buffer, size);
}

ssize_t __cairn_model___pread_chk(int fd, void* buffer, size_t size, off_t offset, size_t room) {
  if (size > room) __chk_fail();
  return __cairn_model_pread(fd, buffer, size, offset);
}

ssize_t __cairn_model___pread64_chk(int fd, void* buffer, size_t size, off_t offset, size_t room) {
  return __cairn_model___pread_chk(fd, buffer, size, offset, room);
}

/* Models of unistd.h: reading, writing and seeking in files that may be inputs. */
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "model.h"

ssize_t __cairn_model_read(int fd, void* buffer, size_t size) {
  size = cairn_pin_size(size);
  if (cairn_call_fails()) {
    errno = EIO;
    return -1;
  }
  struct cairn_stream stream;
  if (!cairn_stream_at(fd, &stream)) {
    ssize_t plain = read(fd, buffer, size);
    if (plain > 0) cairn_forget(buffer, (size_t)plain);
    return plain;
  }
  ssize_t got = read(fd, buffer, size);
  if (got < 0 || size == 0) return got;
  cairn_label_stream(buffer, &stream, (size_t)got);
  cairn_settle_read(&stream, size);
  return got;
}

ssize_t __cairn_model_pread(int fd, void* buffer, size_t size, off_t offset) {
  size = cairn_pin_size(size);
  offset = (off_t)cairn_pin_size((size_t)offset);
  if (cairn_call_fails()) {
    errno = EIO;
    return -1;
  }
  struct cairn_stream stream;
  int symbolic = cairn_stream_at(fd, &stream);
  ssize_t got = pread(fd, buffer, size, offset);
  if (got < 0 || size == 0) return got;
  if (!symbolic) {
    cairn_forget(buffer, (size_t)got);
    return got;
  }
  stream.position = (uint64_t)offset;
  cairn_label_stream(buffer, &stream, (size_t)got);
  cairn_settle_read(&stream, size);
  return got;
}

ssize_t __cairn_model_pread64(int fd, void* buffer, size_t size, off_t offset) {
  return __cairn_model_pread(fd, buffer, size, offset);
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
  off_t at = lseek(fd, offset, whence);
  struct stat info;
  if (at < 0 || whence != SEEK_END || fstat(fd, &info) != 0) return at;
  off_t size = cairn_file_size(info.st_dev, info.st_ino, info.st_size);
  if (offset == 0) return size;
  return (off_t)cairn_pin_size((size_t)size) + offset;
}

off_t __cairn_model_lseek64(int fd, off_t offset, int whence) { return __cairn_model_lseek(fd, offset, whence); }

/* Models of unistd.h and sys/uio.h: reading, writing and seeking in files that may be inputs. */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "model.h"
#include "models.h"

/* What a read gave the parts of a buffer; `from` is where it began in an input, null if it was none. How much there was
 * is settled part by part. */
static void settle_parts(int fd, size_t got, const struct iovec* parts, int count, struct cairn_stream* from) {
  cairn_note_back(fd, got);
  for (int i = 0; i < count; ++i) {
    const size_t size = cairn_pin_size(parts[i].iov_len);
    const size_t here = got < size ? got : size;
    got -= here;
    if (from == NULL) {
      cairn_forget(parts[i].iov_base, here);
      cairn_settle_device(fd, parts[i].iov_base, here);
      continue;
    }
    cairn_label_stream(parts[i].iov_base, from, here);
    cairn_settle_read(from, size);
    from->position += size;
  }
}

/* The result of a call that reads into `parts`: from where the descriptor stands, or from `offset`. */
#define READING(parts, count, offset, call)                                                 \
  ({                                                                                        \
    struct cairn_stream stream;                                                             \
    const off_t place = (offset);                                                           \
    ssize_t got = -1;                                                                       \
    if (cairn_call_fails()) {                                                               \
      errno = EIO;                                                                          \
    } else {                                                                                \
      const int symbolic = cairn_stream_at(fd, &stream);                                    \
      if (place >= 0) stream.position = (uint64_t)place;                                    \
      got = (call);                                                                         \
      if (got >= 0) settle_parts(fd, (size_t)got, parts, count, symbolic ? &stream : NULL); \
    }                                                                                       \
    got;                                                                                    \
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

/* The offset -1 is where the descriptor stands. */
ssize_t __cairn_model_preadv2(int fd, const struct iovec* parts, int count, off_t offset, int flags) {
  offset = (off_t)cairn_pin_size((size_t)offset);
  return READING(parts, count, offset, preadv2(fd, parts, count, offset, flags));
}

ssize_t __cairn_model_preadv64v2(int fd, const struct iovec* parts, int count, off_t offset, int flags) {
  return __cairn_model_preadv2(fd, parts, count, offset, flags);
}

/* The result of a write from parts whose sizes are symbolic is their sum: a fact of the path. */
static void pin_parts(const struct iovec* parts, int count) {
  for (int i = 0; i < count; ++i) cairn_pin_size(parts[i].iov_len);
}

static int pin_descriptor(int fd) { return (int)cairn_pin_size((size_t)fd); }

/* What became of a write from `parts`. */
static ssize_t settle_write(int fd, ssize_t done, const struct iovec* parts, int count, off_t offset) {
  if (done <= 0) return done;
  cairn_note_write(fd, offset, (size_t)done);
  for (int i = 0; i < count && !cairn_leaves(fd); ++i)
    if (cairn_is_symbolic(parts[i].iov_base, parts[i].iov_len)) cairn_note_sent(fd);
  return done;
}

ssize_t __cairn_model_write(int fd, const void* buffer, size_t size) {
  fd = pin_descriptor(fd);
  size = cairn_pin_size(size);
  if (cairn_call_fails()) {
    errno = EIO;
    return -1;
  }
  const struct iovec all = {(void*)buffer, size};
  return settle_write(fd, write(fd, buffer, size), &all, 1, -1);
}

ssize_t __cairn_model_pwrite(int fd, const void* buffer, size_t size, off_t offset) {
  fd = pin_descriptor(fd);
  size = cairn_pin_size(size);
  offset = (off_t)cairn_pin_size((size_t)offset);
  const struct iovec all = {(void*)buffer, size};
  return settle_write(fd, pwrite(fd, buffer, size, offset), &all, 1, offset);
}

ssize_t __cairn_model_pwrite64(int fd, const void* buffer, size_t size, off_t offset) {
  return __cairn_model_pwrite(fd, buffer, size, offset);
}

ssize_t __cairn_model_writev(int fd, const struct iovec* parts, int count) {
  fd = pin_descriptor(fd);
  count = (int)cairn_pin_size((size_t)count);
  pin_parts(parts, count);
  return settle_write(fd, writev(fd, parts, count), parts, count, -1);
}

ssize_t __cairn_model_pwritev(int fd, const struct iovec* parts, int count, off_t offset) {
  fd = pin_descriptor(fd);
  count = (int)cairn_pin_size((size_t)count);
  pin_parts(parts, count);
  offset = (off_t)cairn_pin_size((size_t)offset);
  return settle_write(fd, pwritev(fd, parts, count, offset), parts, count, offset);
}

ssize_t __cairn_model_pwritev64(int fd, const struct iovec* parts, int count, off_t offset) {
  return __cairn_model_pwritev(fd, parts, count, offset);
}

int __cairn_model_ftruncate(int fd, off_t size) {
  size = (off_t)cairn_pin_size((size_t)size);
  const int status = ftruncate(fd, size);
  if (status == 0) cairn_note_cut(fd, NULL, size);
  return status;
}

int __cairn_model_ftruncate64(int fd, off_t size) { return __cairn_model_ftruncate(fd, size); }

/* ---- Descriptors ------------------------------------------------------------------------------ */

static int note_copied(int fd) {
  cairn_note_descriptor(fd);
  return fd;
}

int __cairn_model_dup(int fd) { return note_copied(dup(pin_descriptor(fd))); }
int __cairn_model_dup2(int fd, int to) { return note_copied(dup2(pin_descriptor(fd), pin_descriptor(to))); }
int __cairn_model_dup3(int fd, int to, int flags) {
  return note_copied(dup3(pin_descriptor(fd), pin_descriptor(to), flags));
}

/* ---- From file to file: what goes this way is not followed ----------------------------------- */

static void lose_source(int fd) {
  struct cairn_stream stream;
  if (cairn_stream_at(fd, &stream)) cairn_lose(1);
}

/* `to` is where the position behind what was written is kept; null: the descriptor has it. */
static ssize_t settle_copy(int out, const off_t* to, ssize_t done) {
  if (done > 0) cairn_note_write(out, to != NULL ? (off_t)(*to - done) : -1, (size_t)done);
  return done;
}

ssize_t __cairn_model_copy_file_range(int in, off_t* from, int out, off_t* to, size_t size, unsigned flags) {
  lose_source(in);
  return settle_copy(out, to, copy_file_range(in, from, out, to, cairn_pin_size(size), flags));
}

ssize_t __cairn_model_splice(int in, off_t* from, int out, off_t* to, size_t size, unsigned flags) {
  lose_source(in);
  return settle_copy(out, to, splice(in, from, out, to, cairn_pin_size(size), flags));
}

ssize_t __cairn_model_sendfile(int out, int in, off_t* from, size_t size) {
  lose_source(in);
  return settle_copy(out, NULL, sendfile(out, in, from, cairn_pin_size(size)));
}

ssize_t __cairn_model_sendfile64(int out, int in, off_t* from, size_t size) {
  return __cairn_model_sendfile(out, in, from, size);
}

/* The kernel's position is concrete. At the end of the file it depends on the size: the result has that label, and the
 * size is a fact of the path unless the program only asked how long the file is. */
static off_t settle_position(int fd, off_t offset, int whence, off_t at) {
  struct stat info;
  if (whence == SEEK_SET || whence == SEEK_CUR || fstat(fd, &info) != 0) return at;
  const off_t size = cairn_file_size(info.st_dev, info.st_ino, info.st_size);
  if (at >= 0 && offset == 0 && whence == SEEK_END) return at + (size - info.st_size);
  cairn_pin_size((size_t)size);
  return at;
}

off_t __cairn_model_lseek(int fd, off_t offset, int whence) {
  offset = (off_t)cairn_pin_size((size_t)offset);
  return settle_position(fd, offset, whence, lseek(fd, offset, whence));
}

off_t __cairn_model_lseek64(int fd, off_t offset, int whence) { return __cairn_model_lseek(fd, offset, whence); }

/* ---- Calls by number -------------------------------------------------------------------------- */

/* The call itself goes to the kernel in any case: the program may have a function of its name which makes it. What it
 * does with an input or gives of what differs from run to run is settled as where it is called by name. */
long __cairn_model_syscall(long number, ...) {
  void* a[6];
  va_list list;
  va_start(list, number);
  for (int i = 0; i < 6; ++i) a[i] = va_arg(list, void*);
  va_end(list);
  cairn_forget(&a[5], sizeof a[5]); /* on the stack: if there are fewer, somebody else's */
#define PIN(i) (a[i] = (void*)cairn_pin_size((size_t)a[i]))
#define CALL syscall(number, a[0], a[1], a[2], a[3], a[4], a[5])
  const int fd = (int)(long)a[0];
  switch (number) {
    case SYS_read:
    case SYS_pread64: {
      const struct iovec all = {a[1], (size_t)PIN(2)};
      return READING(&all, 1, number == SYS_read ? -1 : (off_t)PIN(3), CALL);
    }
    case SYS_readv:
      return READING(a[1], (int)(long)PIN(2), -1, CALL);
    case SYS_preadv:
    case SYS_preadv2:
      return READING(a[1], (int)(long)PIN(2), (off_t)PIN(3), CALL);
    case SYS_write:
    case SYS_pwrite64: {
      PIN(0);
      const struct iovec all = {a[1], (size_t)PIN(2)};
      if (number == SYS_pwrite64) PIN(3);
      if (number == SYS_write && cairn_call_fails()) {
        errno = EIO;
        return -1;
      }
      return settle_write(fd, CALL, &all, 1, number == SYS_write ? -1 : (off_t)a[3]);
    }
    case SYS_writev:
    case SYS_pwritev:
      PIN(0);
      PIN(2);
      if (number == SYS_pwritev) PIN(3);
      pin_parts(a[1], (int)(long)a[2]);
      return settle_write(fd, CALL, a[1], (int)(long)a[2], number == SYS_writev ? -1 : (off_t)a[3]);
    case SYS_lseek:
      PIN(1);
      return settle_position(fd, (off_t)a[1], (int)(long)a[2], CALL);
    case SYS_getrandom: {
      const long got = CALL;
      if (got > 0) cairn_settle_random(a[0], (size_t)got);
      return got;
    }
    case SYS_clock_gettime: {
      const long result = CALL;
      if (result == 0) cairn_settle_clock((clockid_t)(long)a[0], a[1]);
      return result;
    }
    default:
      return CALL;
  }
#undef PIN
#undef CALL
}

int __cairn_model_isatty(int fd) { return isatty((int)cairn_pin_size((size_t)fd)); }

/* ---- The spellings of _FORTIFY_SOURCE -------------------------------------------------------- */

ssize_t __cairn_model___read_chk(int fd, void* buffer, size_t size, size_t room) {
  cairn_check_room(size, room);
  return __cairn_model_read(fd, buffer, size);
}

ssize_t __cairn_model___pread_chk(int fd, void* buffer, size_t size, off_t offset, size_t room) {
  cairn_check_room(size, room);
  return __cairn_model_pread(fd, buffer, size, offset);
}

ssize_t __cairn_model___pread64_chk(int fd, void* buffer, size_t size, off_t offset, size_t room) {
  return __cairn_model___pread_chk(fd, buffer, size, offset, room);
}

/* Models of fcntl.h, sys/stat.h and sys/mman.h: opening files, asking for their size, mapping them. */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "model.h"
#include "models.h"

static int opening(void) {
  if (!cairn_call_fails()) return 1;
  errno = EACCES;
  return 0;
}

/* A file that was opened: it may have been emptied, and stand where standard output was. */
static int note_opened(int flags, int fd) {
  if (fd < 0) return fd;
  cairn_note_descriptor(fd);
  if ((flags & O_TRUNC) != 0) cairn_note_cut(fd, NULL, 0);
  return fd;
}

static FILE* note_opened_stream(const char* mode, FILE* f) {
  if (f != NULL) note_opened(mode[0] == 'w' ? O_TRUNC : 0, fileno_unlocked(f));
  return f;
}

static mode_t mode_of(int flags, va_list arguments) {
  const int made = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
  return made ? va_arg(arguments, mode_t) : 0;
}

#define OPENED(call)                             \
  va_list arguments;                             \
  va_start(arguments, flags);                    \
  const mode_t mode = mode_of(flags, arguments); \
  va_end(arguments);                             \
  return NAMED_FOR((flags & O_CREAT) != 0, path, int, -1, opening() ? note_opened(flags, call) : -1)

int __cairn_model_open(const char* path, int flags, ...) { OPENED(open(path, flags, mode)); }
int __cairn_model_open64(const char* path, int flags, ...) { OPENED(open64(path, flags, mode)); }
int __cairn_model_openat(int directory, const char* path, int flags, ...) {
  OPENED(openat(directory, path, flags, mode));
}
int __cairn_model_openat64(int directory, const char* path, int flags, ...) {
  OPENED(openat64(directory, path, flags, mode));
}

int __cairn_model_creat(const char* path, mode_t mode) {
  return NAMED_FOR(1, path, int, -1, opening() ? note_opened(O_TRUNC, creat(path, mode)) : -1);
}
int __cairn_model_creat64(const char* path, mode_t mode) { return __cairn_model_creat(path, mode); }

FILE* __cairn_model_fopen(const char* restrict path, const char* restrict mode) {
  FILE* file = NULL;
  NAMED_FOR(mode[0] != 'r', path, int, 0, (file = opening() ? fopen(path, mode) : NULL) != NULL);
  return note_opened_stream(mode, file);
}

FILE* __cairn_model_fopen64(const char* restrict path, const char* restrict mode) {
  return __cairn_model_fopen(path, mode);
}

FILE* __cairn_model_freopen(const char* restrict path, const char* restrict mode, FILE* restrict f) {
  FILE* file = NULL;
  NAMED_FOR(mode[0] != 'r', path, int, 0, (file = freopen(path, mode, f)) != NULL);
  return note_opened_stream(mode, file);
}

FILE* __cairn_model_freopen64(const char* restrict path, const char* restrict mode, FILE* restrict f) {
  return __cairn_model_freopen(path, mode, f);
}

/* How many blocks of 512 bytes it takes follows from the size of an input, where the file system says the same. */
static int64_t blocks_of(int64_t size, int64_t told) {
  const int64_t blocks = ((size + 4095) >> 12) * 8;
  return cairn_plain_integer(blocks) == told ? blocks : told;
}

/* What the kernel wrote has no labels, but for the size of an input; and its times are those of the world. */
static int settle(int result, struct stat* info) {
  if (result != 0) return result;
  cairn_forget(info, sizeof *info);
  info->st_size = cairn_file_size(info->st_dev, info->st_ino, info->st_size);
  info->st_blocks = blocks_of(info->st_size, info->st_blocks);
  cairn_settle_time(&info->st_atim);
  cairn_settle_time(&info->st_mtim);
  cairn_settle_time(&info->st_ctim);
  return result;
}

int __cairn_model_fstat(int fd, struct stat* info) { return settle(fstat(fd, info), info); }
int __cairn_model_fstat64(int fd, struct stat* info) { return settle(fstat(fd, info), info); }

int __cairn_model_stat(const char* restrict path, struct stat* restrict info) {
  return settle(NAMED(path, int, -1, stat(path, info)), info);
}
int __cairn_model_stat64(const char* restrict path, struct stat* restrict info) {
  return __cairn_model_stat(path, info);
}

int __cairn_model_lstat(const char* restrict path, struct stat* restrict info) {
  return settle(NAMED(path, int, -1, lstat(path, info)), info);
}
int __cairn_model_lstat64(const char* restrict path, struct stat* restrict info) {
  return __cairn_model_lstat(path, info);
}

int __cairn_model_fstatat(int directory, const char* restrict path, struct stat* restrict info, int flags) {
  return settle(NAMED(path, int, -1, fstatat(directory, path, info, flags)), info);
}
int __cairn_model_fstatat64(int directory, const char* restrict path, struct stat* restrict info, int flags) {
  return __cairn_model_fstatat(directory, path, info, flags);
}

static void settle_stamp(struct statx_timestamp* stamp) {
  struct timespec t = {stamp->tv_sec, stamp->tv_nsec};
  cairn_settle_time(&t);
  stamp->tv_sec = t.tv_sec;
  stamp->tv_nsec = (uint32_t)t.tv_nsec;
}

int __cairn_model_statx(int directory, const char* restrict path, int flags, unsigned wanted,
                        struct statx* restrict info) {
  const int status = NAMED(path, int, -1, statx(directory, path, flags, wanted, info));
  if (status != 0) return status;
  cairn_forget(info, sizeof *info);
  const uint64_t device = makedev(info->stx_dev_major, info->stx_dev_minor);
  if ((info->stx_mask & STATX_SIZE) != 0)
    info->stx_size = (uint64_t)cairn_file_size(device, info->stx_ino, (int64_t)info->stx_size);
  if ((info->stx_mask & STATX_BLOCKS) != 0)
    info->stx_blocks = (uint64_t)blocks_of((int64_t)info->stx_size, (int64_t)info->stx_blocks);
  if ((info->stx_mask & STATX_ATIME) != 0) settle_stamp(&info->stx_atime);
  if ((info->stx_mask & STATX_MTIME) != 0) settle_stamp(&info->stx_mtime);
  if ((info->stx_mask & STATX_CTIME) != 0) settle_stamp(&info->stx_ctime);
  if ((info->stx_mask & STATX_BTIME) != 0) settle_stamp(&info->stx_btime);
  return status;
}

int __cairn_model_truncate(const char* path, off_t size) {
  size = (off_t)cairn_pin_size((size_t)size);
  const int status = NAMED(path, int, -1, truncate(path, size));
  if (status == 0) cairn_note_cut(-1, path, size);
  return status;
}
int __cairn_model_truncate64(const char* path, off_t size) { return __cairn_model_truncate(path, size); }
/* Bytes of an input have its labels wherever it is mapped; those behind its end are zeros of the kernel. */
void* __cairn_model_mmap(void* where, size_t length, int protection, int flags, int fd, off_t offset) {
  length = cairn_pin_size(length);
  offset = (off_t)cairn_pin_size((size_t)offset);
  struct cairn_stream stream;
  const int symbolic = (flags & MAP_ANONYMOUS) == 0 && cairn_stream_at(fd, &stream);
  void* p = mmap(where, length, protection, flags, fd, offset);
  if (p != MAP_FAILED && (flags & MAP_ANONYMOUS) == 0) cairn_note_back(fd, length);
  if (p == MAP_FAILED || !symbolic || (protection & PROT_READ) == 0) {
    if (p != MAP_FAILED) cairn_forget(p, length);
    return p;
  }
  struct stat info;
  size_t there = 0;
  if (fstat(fd, &info) == 0 && info.st_size > offset) there = (size_t)(info.st_size - offset);
  if (there > length) there = length;
  cairn_forget(p, length);
  stream.position = (uint64_t)offset;
  cairn_label_stream(p, &stream, there);
  cairn_settle_read(&stream, length);
  return p;
}

/* Labels move along. If they go up to the end of what was mapped, more of the input may come behind it, and that is not
 * followed. */
void* __cairn_model_mremap(void* old, size_t length, size_t wanted, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  void* const place = (flags & MREMAP_FIXED) != 0 ? va_arg(arguments, void*) : NULL;
  va_end(arguments);
  length = cairn_pin_size(length);
  wanted = cairn_pin_size(wanted);
  const size_t both = length < wanted ? length : wanted;
  const int goes_on = wanted > length && length > 0 && cairn_is_symbolic((char*)old + length - 1, 1);
  struct cairn_labels labels;
  cairn_take_labels(&labels, old, both);
  void* p = mremap(old, length, wanted, flags, place);
  if (p == MAP_FAILED) {
    cairn_drop_labels(&labels);
    return p;
  }
  if (goes_on) cairn_lose(1);
  cairn_forget(old, length);
  if ((flags & MREMAP_FIXED) != 0) cairn_forget(p, wanted);
  cairn_put_labels(&labels, p, both);
  return p;
}

int __cairn_model_munmap(void* where, size_t length) {
  length = cairn_pin_size(length);
  const int status = munmap(where, length);
  if (status == 0) cairn_forget(where, length);
  return status;
}

void* __cairn_model_mmap64(void* where, size_t length, int protection, int flags, int fd, off_t offset) {
  return __cairn_model_mmap(where, length, protection, flags, fd, offset);
}

/* ---- The spellings of _FORTIFY_SOURCE -------------------------------------------------------- */

extern int __open_2(const char* path, int flags); /* these end a program that gives no mode and should */
extern int __open64_2(const char* path, int flags);
extern int __openat_2(int directory, const char* path, int flags);
extern int __openat64_2(int directory, const char* path, int flags);

int __cairn_model___open_2(const char* path, int flags) {
  return NAMED(path, int, -1, opening() ? note_opened(flags, __open_2(path, flags)) : -1);
}
int __cairn_model___open64_2(const char* path, int flags) {
  return NAMED(path, int, -1, opening() ? note_opened(flags, __open64_2(path, flags)) : -1);
}
int __cairn_model___openat_2(int directory, const char* path, int flags) {
  return NAMED(path, int, -1, opening() ? note_opened(flags, __openat_2(directory, path, flags)) : -1);
}
int __cairn_model___openat64_2(int directory, const char* path, int flags) {
  return NAMED(path, int, -1, opening() ? note_opened(flags, __openat64_2(directory, path, flags)) : -1);
}

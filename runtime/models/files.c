/* Models of fcntl.h, sys/stat.h and sys/mman.h: opening files, asking for their size, mapping them. A name that is
 * symbolic is compared with the names of the symbolic files first, so that "does it name an input?" is a branch. */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "model.h"

static void compare_name(const char* path) {
  const char* name;
  for (unsigned i = 0; (name = cairn_file_name(i)) != NULL; ++i) {
    size_t k = 0;
    while (path[k] == name[k] && name[k] != 0) ++k;
    if (path[k] == name[k]) return;
  }
}

static int opening(const char* path) {
  compare_name(path);
  if (!cairn_call_fails()) return 1;
  errno = EACCES;
  return 0;
}

static mode_t mode_of(int flags, va_list arguments) {
  const int made = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
  return made ? va_arg(arguments, mode_t) : 0;
}

int __cairn_model_open(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = mode_of(flags, arguments);
  va_end(arguments);
  return opening(path) ? open(path, flags, mode) : -1;
}

int __cairn_model_open64(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = mode_of(flags, arguments);
  va_end(arguments);
  return opening(path) ? open64(path, flags, mode) : -1;
}

int __cairn_model_openat(int directory, const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = mode_of(flags, arguments);
  va_end(arguments);
  return opening(path) ? openat(directory, path, flags, mode) : -1;
}

FILE* __cairn_model_fopen(const char* restrict path, const char* restrict mode) {
  return opening(path) ? fopen(path, mode) : NULL;
}

FILE* __cairn_model_fopen64(const char* restrict path, const char* restrict mode) {
  return __cairn_model_fopen(path, mode);
}

/* What the kernel wrote has no labels, but for the size of an input. */
static int label_size(int result, struct stat* info) {
  if (result != 0) return result;
  cairn_forget(info, sizeof *info);
  info->st_size = cairn_file_size(info->st_dev, info->st_ino, info->st_size);
  return result;
}

int __cairn_model_fstat(int fd, struct stat* info) { return label_size(fstat(fd, info), info); }
int __cairn_model_fstat64(int fd, struct stat* info) { return label_size(fstat(fd, info), info); }

int __cairn_model_stat(const char* restrict path, struct stat* restrict info) {
  compare_name(path);
  return label_size(stat(path, info), info);
}
int __cairn_model_stat64(const char* restrict path, struct stat* restrict info) {
  return __cairn_model_stat(path, info);
}

int __cairn_model_lstat(const char* restrict path, struct stat* restrict info) {
  compare_name(path);
  return label_size(lstat(path, info), info);
}
int __cairn_model_lstat64(const char* restrict path, struct stat* restrict info) {
  return __cairn_model_lstat(path, info);
}

int __cairn_model_fstatat(int directory, const char* restrict path, struct stat* restrict info, int flags) {
  compare_name(path);
  return label_size(fstatat(directory, path, info, flags), info);
}
int __cairn_model_fstatat64(int directory, const char* restrict path, struct stat* restrict info, int flags) {
  return __cairn_model_fstatat(directory, path, info, flags);
}

/* Bytes of an input have its labels wherever it is mapped; those behind its end are zeros of the kernel. */
void* __cairn_model_mmap(void* where, size_t length, int protection, int flags, int fd, off_t offset) {
  length = cairn_pin_size(length);
  offset = (off_t)cairn_pin_size((size_t)offset);
  struct cairn_stream stream;
  const int symbolic = (flags & MAP_ANONYMOUS) == 0 && cairn_stream_at(fd, &stream);
  void* p = mmap(where, length, protection, flags, fd, offset);
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
  return p;
}

void* __cairn_model_mmap64(void* where, size_t length, int protection, int flags, int fd, off_t offset) {
  return __cairn_model_mmap(where, length, protection, flags, fd, offset);
}

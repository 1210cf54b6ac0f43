/* Feeds the construction from the engine, and tells nobody. */
#include <cairn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "unit.h"

void __cairn_model_unit_record(void) {}

void cairn_unit_draw(void* p, size_t size, const char* name) { cairn_symbolic(p, size, name); }
void cairn_unit_assume(int holds) { cairn_assume(holds); }

void cairn_unit_note(cairn_unit_role role, unsigned number, void* p, unsigned type, size_t count, const char* name) {
  (void)role, (void)number, (void)p, (void)type, (void)count, (void)name;
}
void cairn_unit_ready(void) {}
void cairn_unit_done(const struct cairn_unit_function* function, void* result) { (void)function, (void)result; }
void cairn_unit_called(unsigned stub) { (void)stub; }
void cairn_unit_passed(unsigned stub, unsigned parameter, const void* value, size_t size) {
  (void)stub, (void)parameter, (void)value, (void)size;
}
void cairn_unit_passed_text(unsigned stub, unsigned parameter, const char* text) {
  (void)stub, (void)parameter, (void)text;
}

/* ---- Streams ------------------------------------------------------------------------------------- */

/* In memory, so that the bytes stay inputs on their way through the file. */
#define ROOM ((size_t)1 << 16)

struct file {
  size_t size, at;
  char bytes[ROOM];
};

static ssize_t read_file(void* cookie, char* out, size_t most) {
  struct file* file = cookie;
  const size_t left = file->at < file->size ? file->size - file->at : 0, n = most < left ? most : left;
  memcpy(out, file->bytes + file->at, n);
  file->at += n;
  return (ssize_t)n;
}

static ssize_t write_file(void* cookie, const char* bytes, size_t size) {
  struct file* file = cookie;
  if (size > ROOM || file->at > ROOM - size) {
    errno = ENOSPC;
    return 0;
  }
  memcpy(file->bytes + file->at, bytes, size);
  file->at += size;
  if (file->size < file->at) file->size = file->at;
  return (ssize_t)size;
}

static int seek_file(void* cookie, off64_t* place, int whence) {
  struct file* file = cookie;
  const off64_t from = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? (off64_t)file->at : (off64_t)file->size;
  if (*place < -from) {
    errno = EINVAL;
    return -1;
  }
  file->at = (size_t)(from + *place);
  *place = (off64_t)file->at;
  return 0;
}

FILE* cairn_unit_open(const char* bytes, size_t size) {
  struct file* file = calloc(1, sizeof *file);
  if (file == NULL || size > ROOM) return NULL;
  memcpy(file->bytes, bytes, size);
  file->size = size;
  const cookie_io_functions_t how = {.read = read_file, .write = write_file, .seek = seek_file};
  return fopencookie(file, "r+", how);
}

void cairn_unit_begin(int argc, char** argv) { (void)argc, (void)argv; }

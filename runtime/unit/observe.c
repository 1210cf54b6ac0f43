/* Tells what a function was given and what it left behind: the objects that the construction notes, what pointers lead to
 * afterwards, and what stubs were called with. Plain code: this is how the function behaves without recording. What is
 * told of a run, one line each:
 *   object ID ROLE NUMBER TYPE COUNT SIZE ADDRESS NAME
 *   before ID HEX
 *   after ID HEX                      of a stream: its place in eight bytes, and what is in the file
 *   freed ID
 *   passed STUB CALL PARAMETER HEX    an argument of a stub, when it was called
 *   text STUB CALL PARAMETER HEX      what a string constant says that it was given, without the NUL
 *   called STUB COUNT
 *   returned | rejected */
#include "observe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "unit.h"

#define MOST_OBJECTS 1024
#define MOST_FOUND 64
#define MOST_BYTES ((size_t)1 << 14) /* of an object that is told */
#define MOST_STUBS 256
#define MOST_CALLS 16   /* of a stub whose arguments are told */
#define MOST_TEXT 1024u /* of an argument that is told */
#define PAGE_BYTES ((size_t)4096)

static struct {
  cairn_unit_role role;
  unsigned number, type;
  size_t count, size;
  char* address;
  const char* name;
  int gone;
} objects[MOST_OBJECTS];
static unsigned object_count, ready_count, found_count;

static unsigned calls[MOST_STUBS]; /* of each stub */

static size_t size_of(unsigned type) { return cairn_unit_program.types[type].size; }

/* Of a struct behind a pointer that ends in an array, `count` is about the array. */
static int has_tail(cairn_unit_role role, unsigned type) {
  return (role == CAIRN_UNIT_OBJECT || role == CAIRN_UNIT_FOUND) && cairn_unit_program.types[type].tail_offset > 0;
}

static size_t size_of_all(cairn_unit_role role, unsigned type, size_t count) {
  const struct cairn_unit_type* t = &cairn_unit_program.types[type];
  if (t->kind == CAIRN_UNIT_STREAM) return 1; /* nobody looks into it; what its file holds is told instead */
  if (!has_tail(role, type)) return count * t->size;
  const size_t end = t->tail_offset + count * size_of(t->tail);
  return end < t->size ? t->size : end;
}

/* `line` begins already, with n characters. */
static void tell_hex(char* line, int n, const char* bytes, size_t size) {
  for (size_t i = 0; i < size && i < MOST_BYTES; ++i) {
    const unsigned char byte = (unsigned char)bytes[i];
    line[n++] = "0123456789abcdef"[byte >> 4];
    line[n++] = "0123456789abcdef"[byte & 15];
  }
  line[n++] = '\n';
  cairn_unit_tell(line, (size_t)n);
}

static int is_stream(unsigned id) { return cairn_unit_program.types[objects[id].type].kind == CAIRN_UNIT_STREAM; }

static void tell_stream(const char* word, unsigned id);

static void tell_bytes(const char* word, unsigned id) {
  if (is_stream(id) && objects[id].role == CAIRN_UNIT_OBJECT) {
    tell_stream(word, id);
    return;
  }
  static char line[2 * MOST_BYTES + 64];
  tell_hex(line, snprintf(line, 64, "%s %u ", word, id), objects[id].address, objects[id].size);
}

void cairn_unit_assume(int holds) {
  if (holds) return;
  cairn_unit_tell("rejected\n", 9);
  _exit(0);
}

/* What the function itself assumes: cairn.h, without the runtime that has it else. */
void cairn_assume(int condition) { cairn_unit_assume(condition); }

void cairn_unit_note(cairn_unit_role role, unsigned number, void* p, unsigned type, size_t count, const char* name) {
  if (object_count == MOST_OBJECTS) return;
  objects[object_count].role = role;
  objects[object_count].number = number;
  objects[object_count].type = type;
  objects[object_count].count = count;
  objects[object_count].size = size_of_all(role, type, count);
  objects[object_count].address = p;
  objects[object_count].name = strdup(name);
  objects[object_count++].gone = 0;
}

static void tell_objects(void) {
  for (; ready_count < object_count; ++ready_count) {
    char line[256];
    const int n = snprintf(line, sizeof line, "object %u %d %u %u %zu %zu %lu %.*s\n", ready_count,
                           (int)objects[ready_count].role, objects[ready_count].number, objects[ready_count].type,
                           objects[ready_count].count, objects[ready_count].size,
                           (unsigned long)objects[ready_count].address, NAME_SIZE - 1, objects[ready_count].name);
    cairn_unit_tell(line, (size_t)n);
    tell_bytes("before", ready_count);
  }
}

void cairn_unit_ready(void) {
  cairn_unit_inside = 0;
  tell_objects();
  cairn_unit_inside = 1;
}

/* Whether the bytes can be read: one of each page, and the last. */
static int readable(const char* p, size_t size) {
  int ends[2];
  if (pipe(ends) != 0) return 0;
  const char* const last = p + size - 1;
  int can = 1;
  for (const char* at = p;;) {
    char byte;
    can = syscall(SYS_write, ends[1], at, 1) == 1 && syscall(SYS_read, ends[0], &byte, 1) == 1;
    if (!can || at == last) break;
    at = (size_t)(last - at) < PAGE_BYTES ? last : at + PAGE_BYTES;
  }
  close(ends[0]);
  close(ends[1]);
  return can;
}

static int known(const char* p) {
  for (unsigned i = 0; i < object_count; ++i)
    if (p >= objects[i].address && (p < objects[i].address + objects[i].size || p == objects[i].address)) return 1;
  return 0;
}

/* Right behind an object nothing is there to be looked at: how much room the allocator left is not the function's. */
static int ends_at(const char* p) {
  for (unsigned i = 0; i < object_count; ++i)
    if (p == objects[i].address + objects[i].size) return 1;
  return cairn_unit_block_ends_at(p);
}

void cairn_unit_gone(const char* p) {
  for (unsigned i = 0; i < object_count; ++i)
    if (objects[i].address == p && objects[i].role == CAIRN_UNIT_OBJECT) objects[i].gone = 1;
}

size_t cairn_unit_object_at(const char* p) {
  for (unsigned i = 0; i < object_count; ++i)
    if (objects[i].address == p) return objects[i].size;
  return SIZE_MAX;
}

static size_t string_size(const char* p) {
  for (size_t n = 0; n < MOST_BYTES; ++n) {
    if ((n == 0 || (size_t)(p + n) % PAGE_BYTES == 0) && !readable(p + n, 1)) return 0;
    if (p[n] == 0) return n + 1;
  }
  return 0;
}

static void find_with_tail(unsigned type, char* p, size_t rest) {
  const struct cairn_unit_type* t = &cairn_unit_program.types[type];
  const size_t element = size_of(t->tail), most = rest < MOST_BYTES ? rest : MOST_BYTES;
  if (element == 0 || (rest == 0 ? !readable(p, t->size) : rest < t->size)) return;
  ++found_count;
  cairn_unit_note(CAIRN_UNIT_FOUND, 0, p, type, most > t->tail_offset ? (most - t->tail_offset) / element : 0, "found");
}

/* A pointer that leads to nothing we know: what is there belongs to what the function did. */
static void find(const struct cairn_unit_type* t, char* p) {
  if (p == NULL || known(p) || found_count == MOST_FOUND) return;
  if (cairn_unit_program.types[t->to].kind == CAIRN_UNIT_STREAM) return; /* one that the function opened */
  const size_t element = size_of(t->to), rest = cairn_unit_rest_of_block(p);
  if (element == 0 || (rest == 0 && ends_at(p))) return;
  size_t count = rest / element;
  if (has_tail(CAIRN_UNIT_FOUND, t->to)) {
    find_with_tail(t->to, p, rest);
    return;
  }
  if (t->kind == CAIRN_UNIT_STRING) {
    const size_t whole = string_size(p);
    count = whole != 0 && (rest == 0 || whole <= rest) ? whole : rest;
  } else if (rest == 0) {
    count = readable(p, element) ? 1 : 0;
  }
  if (count * element > MOST_BYTES) count = MOST_BYTES / element;
  if (count == 0) return;
  ++found_count;
  cairn_unit_note(CAIRN_UNIT_FOUND, 0, p, t->to, count, "found");
}

static void follow(unsigned type, char* p) {
  const struct cairn_unit_type* t = &cairn_unit_program.types[type];
  if (t->kind == CAIRN_UNIT_STRUCT)
    for (unsigned i = 0; i < t->count; ++i) follow(t->members[i].type, p + t->members[i].offset);
  if (t->kind == CAIRN_UNIT_ARRAY)
    for (unsigned i = 0; i < t->count; ++i) follow(t->to, p + i * size_of(t->to));
  if (t->kind == CAIRN_UNIT_POINTER || t->kind == CAIRN_UNIT_STRING) {
    char* value;
    memcpy(&value, p, sizeof value);
    find(t, value);
  }
}

static void follow_all(unsigned id) {
  const struct cairn_unit_type* t = &cairn_unit_program.types[objects[id].type];
  const int tail = has_tail(objects[id].role, objects[id].type);
  if (tail) follow(objects[id].type, objects[id].address);
  const unsigned type = tail ? t->tail : objects[id].type;
  char* const first = objects[id].address + (tail ? t->tail_offset : 0);
  for (size_t k = 0; k < objects[id].count; ++k) follow(type, first + k * size_of(type));
}

void cairn_unit_done(const struct cairn_unit_function* function, void* result) {
  cairn_unit_inside = 0;
  if (function->has_result) cairn_unit_note(CAIRN_UNIT_RESULT, 0, result, function->result, 1, "result");
  for (unsigned i = 0; i < object_count; ++i) {
    if (objects[i].gone || objects[i].size > MOST_BYTES || objects[i].role == CAIRN_UNIT_STUB) continue;
    follow_all(i);
  }
  tell_objects();
  for (unsigned i = 0; i < object_count; ++i) {
    char line[32];
    if (objects[i].gone)
      cairn_unit_tell(line, (size_t)snprintf(line, sizeof line, "freed %u\n", i));
    else
      tell_bytes("after", i);
  }
  for (unsigned i = 0; i < MOST_STUBS; ++i) {
    char line[32];
    if (calls[i] > 0) cairn_unit_tell(line, (size_t)snprintf(line, sizeof line, "called %u %u\n", i, calls[i]));
  }
  cairn_unit_tell("returned\n", 9);
  _exit(0);
}

/* ---- Stubs --------------------------------------------------------------------------------------- */

void cairn_unit_called(unsigned stub) {
  if (stub < MOST_STUBS) ++calls[stub];
}

static void tell_passed(const char* word, unsigned stub, unsigned parameter, const char* bytes, size_t size) {
  static char line[2 * MOST_TEXT + 64];
  if (stub >= MOST_STUBS || calls[stub] > MOST_CALLS || size > MOST_TEXT) return;
  tell_hex(line, snprintf(line, 64, "%s %u %u %u ", word, stub, calls[stub] - 1, parameter), bytes, size);
}

void cairn_unit_passed(unsigned stub, unsigned parameter, const void* value, size_t size) {
  tell_passed("passed", stub, parameter, value, size);
}

/* Of constants only: they stay what they are until somebody looks, and end. The linker knows where they lie. */
void cairn_unit_passed_text(unsigned stub, unsigned parameter, const char* text) {
  extern const char __executable_start[], __data_start[];
  if (text < __executable_start || text >= __data_start) return;
  const size_t whole = string_size(text);
  if (whole > 0) tell_passed("text", stub, parameter, text, whole - 1);
}

/* ---- Streams -------------------------------------------------------------------------------------- */

/* A real file, as in the tests; nobody else knows it. */
FILE* cairn_unit_open(const char* bytes, size_t size) {
  char name[] = "cairn-stream-XXXXXX";
  const int file = mkstemp(name);
  if (file < 0 || unlink(name) != 0 || write(file, bytes, size) != (ssize_t)size || lseek(file, 0, SEEK_SET) != 0)
    return NULL;
  return fdopen(file, "r+");
}

static void tell_stream(const char* word, unsigned id) {
  static char line[2 * MOST_BYTES + 64], bytes[MOST_BYTES];
  FILE* stream = (FILE*)(void*)objects[id].address;
  const long place = ftell(stream);
  fflush(stream);
  memcpy(bytes, &place, sizeof place);
  const ssize_t size = pread(fileno(stream), bytes + sizeof place, sizeof bytes - sizeof place, 0);
  tell_hex(line, snprintf(line, 64, "%s %u ", word, id), bytes, sizeof place + (size < 0 ? 0 : (size_t)size));
}

/* Feeds the construction from standard input, and tells on standard output what the function was given and what it left
 * behind. Plain code: this is how the function behaves without recording. The harness is linked with --wrap for the
 * allocation functions, so that it is known how large a new object is, and which ones are gone.
 *
 * Standard input: runs, each "run FILLER COUNT\n" and so many inputs; an input is "name\n", its size as text and a
 * newline, and the bytes. A run is a process of its own. Standard output, one line each: noted objects with their first
 * content, then what became of them, then how the call ended and how the process did:
 *   object ID ROLE NUMBER TYPE COUNT SIZE ADDRESS NAME
 *   before ID HEX
 *   after ID HEX                      of a stream: its place in eight bytes, and what is in the file
 *   freed ID
 *   passed STUB CALL PARAMETER HEX    an argument of a stub, when it was called
 *   text STUB CALL PARAMETER HEX      what a string constant says that it was given, without the NUL
 *   called STUB COUNT
 *   returned | rejected | undefined | exhausted    nothing: the function ended the process itself
 *   signalled SIGNAL | exited STATUS
 * A run that took too long is the last one that is told: whoever asks decides whether to wait for more. */
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "unit.h"

#define MOST_INPUTS 4096
#define MOST_OBJECTS 1024
#define MOST_FOUND 64
#define MOST_BLOCKS 4096
#define MOST_BYTES ((size_t)1 << 14) /* of an object that is told */
#define MOST_STUBS 256
#define MOST_CALLS 16   /* of a stub whose arguments are told */
#define MOST_TEXT 1024u /* of an argument that is told */
#define POOL_BYTES ((size_t)1 << 18)
#define PAGE_BYTES ((size_t)4096)

void* __real_malloc(size_t size);
void* __real_calloc(size_t count, size_t size);
void* __real_realloc(void* p, size_t size);
void __real_free(void* p);

static struct {
  const char* name;
  const char* bytes;
  size_t size;
  int used;
} inputs[MOST_INPUTS];
static unsigned input_count;

static struct {
  cairn_unit_role role;
  unsigned number, type;
  size_t count, size;
  char* address;
  const char* name;
  int gone;
} objects[MOST_OBJECTS];
static unsigned object_count, ready_count, found_count;

/* What the function allocated. */
static struct {
  char* address;
  size_t size;
} blocks[MOST_BLOCKS];
static unsigned block_count;

static int telling = -1;     /* where to */
static int inside;           /* the function is running */
static unsigned char filler; /* of fresh memory */

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

static void tell(const char* text, size_t size) {
  while (size > 0) {
    const long n = syscall(SYS_write, telling, text, size);
    if (n <= 0) _exit(3);
    text += n;
    size -= (size_t)n;
  }
}

/* `line` begins already, with n characters. */
static void tell_hex(char* line, int n, const char* bytes, size_t size) {
  for (size_t i = 0; i < size && i < MOST_BYTES; ++i) {
    const unsigned char byte = (unsigned char)bytes[i];
    line[n++] = "0123456789abcdef"[byte >> 4];
    line[n++] = "0123456789abcdef"[byte & 15];
  }
  line[n++] = '\n';
  tell(line, (size_t)n);
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

void cairn_unit_draw(void* p, size_t size, const char* name) {
  memset(p, 0, size);
  for (unsigned i = 0; i < input_count; ++i)
    if (!inputs[i].used && strncmp(inputs[i].name, name, NAME_SIZE - 1) == 0) {
      inputs[i].used = 1;
      memcpy(p, inputs[i].bytes, inputs[i].size < size ? inputs[i].size : size);
      return;
    }
}

void cairn_unit_assume(int holds) {
  if (holds) return;
  tell("rejected\n", 9);
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
    tell(line, (size_t)n);
    tell_bytes("before", ready_count);
  }
}

void cairn_unit_ready(void) {
  inside = 0;
  tell_objects();
  inside = 1;
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

/* Bytes from p to the end of the block it lies in; 0: in none. */
static size_t rest_of_block(const char* p) {
  for (unsigned i = block_count; i > 0; --i)
    if (blocks[i - 1].address != NULL && p >= blocks[i - 1].address && p < blocks[i - 1].address + blocks[i - 1].size)
      return (size_t)(blocks[i - 1].address + blocks[i - 1].size - p);
  return 0;
}

/* Right behind an object nothing is there to be looked at: how much room the allocator left is not the function's. */
static int ends_at(const char* p) {
  for (unsigned i = 0; i < object_count; ++i)
    if (p == objects[i].address + objects[i].size) return 1;
  for (unsigned i = 0; i < block_count; ++i)
    if (blocks[i].address != NULL && p == blocks[i].address + blocks[i].size) return 1;
  return 0;
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
  const size_t element = size_of(t->to), rest = rest_of_block(p);
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
  inside = 0;
  if (function->has_result) cairn_unit_note(CAIRN_UNIT_RESULT, 0, result, function->result, 1, "result");
  for (unsigned i = 0; i < object_count; ++i) {
    if (objects[i].gone || objects[i].size > MOST_BYTES || objects[i].role == CAIRN_UNIT_STUB) continue;
    follow_all(i);
  }
  tell_objects();
  for (unsigned i = 0; i < object_count; ++i) {
    char line[32];
    if (objects[i].gone)
      tell(line, (size_t)snprintf(line, sizeof line, "freed %u\n", i));
    else
      tell_bytes("after", i);
  }
  for (unsigned i = 0; i < MOST_STUBS; ++i) {
    char line[32];
    if (calls[i] > 0) tell(line, (size_t)snprintf(line, sizeof line, "called %u %u\n", i, calls[i]));
  }
  tell("returned\n", 9);
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

static void leave(char* p);

int __real_fclose(FILE* stream);

int __wrap_fclose(FILE* stream) {
  leave((char*)(void*)stream);
  return __real_fclose(stream);
}

/* ---- Memory of the function ---------------------------------------------------------------------- */

static void* fresh(char* p, size_t size) {
  if (!inside || p == NULL) return p;
  if (block_count < MOST_BLOCKS) {
    blocks[block_count].address = p;
    blocks[block_count++].size = size;
  }
  return p;
}

static void leave(char* p) {
  if (!inside || p == NULL) return;
  for (unsigned i = 0; i < block_count; ++i)
    if (blocks[i].address == p) blocks[i].address = NULL;
  for (unsigned i = 0; i < object_count; ++i)
    if (objects[i].address == p && objects[i].role == CAIRN_UNIT_OBJECT) objects[i].gone = 1;
}

/* The objects a call is given lie in the other order in every second run: what depends on where they lie is not the
 * same then. */
static char* pool; /* handed out from its end */
static size_t pool_left;

static int in_pool(const char* p) { return pool != NULL && p >= pool && p < pool + POOL_BYTES; }

static char* from_pool(size_t size) {
  if (pool == NULL) {
    pool = __real_malloc(POOL_BYTES);
    pool_left = pool == NULL ? 0 : POOL_BYTES;
    if (pool != NULL) memset(pool, filler, POOL_BYTES); /* what lies behind an object is not the same either */
  }
  const size_t whole = (size + 31) / 16 * 16;
  if (size > POOL_BYTES || whole > pool_left) return __real_malloc(size);
  return pool + (pool_left -= whole);
}

void* __wrap_malloc(size_t size) {
  if (!inside) return filler >> 7 ? from_pool(size) : __real_malloc(size);
  char* p = __real_malloc(size);
  if (p != NULL) memset(p, filler, size);
  return fresh(p, size);
}

void* __wrap_calloc(size_t count, size_t size) { return fresh(__real_calloc(count, size), count * size); }

static size_t bytes_at(char* p) {
  for (unsigned i = 0; i < block_count; ++i)
    if (blocks[i].address == p) return blocks[i].size;
  for (unsigned i = 0; i < object_count; ++i)
    if (objects[i].address == p) return objects[i].size;
  return in_pool(p) ? 0 : malloc_usable_size(p);
}

void __wrap_free(void* p) {
  leave(p);
  if (!in_pool(p)) __real_free(p);
}

static char* resized(char* p, size_t before, size_t size) {
  if (!in_pool(p)) return __real_realloc(p, size);
  char* moved = __real_malloc(size);
  if (moved != NULL) memcpy(moved, p, before < size ? before : size);
  return moved;
}

void* __wrap_realloc(void* p, size_t size) {
  if (p != NULL && size == 0) { /* as the C library does, for objects of ours too */
    __wrap_free(p);
    return NULL;
  }
  const size_t before = p == NULL ? 0 : bytes_at(p);
  char* moved = resized(p, before, size);
  if (moved != NULL) {
    if (inside && size > before) memset(moved + before, filler, size - before);
    leave(p);
    fresh(moved, size);
  }
  return moved;
}

/* ---- Clock ---------------------------------------------------------------------------------------- */

/* In every second run it is another year, day, hour and second, as it will be when the tests are run. Weak: a clock for
 * which there is a stub is not asked. */
#define LATER_SECONDS (397 * 86400 + 3661)

time_t __real_time(time_t* at) __attribute__((weak));
int __real_gettimeofday(struct timeval* at, void* zone) __attribute__((weak));
int __real_clock_gettime(clockid_t clock, struct timespec* at) __attribute__((weak));
int __real_timespec_get(struct timespec* at, int base) __attribute__((weak));

static time_t later(void) { return filler >> 7 ? LATER_SECONDS : 0; }

time_t __wrap_time(time_t* at) {
  const time_t now = __real_time(NULL) + later();
  if (at != NULL) *at = now;
  return now;
}

int __wrap_gettimeofday(struct timeval* at, void* zone) {
  const int result = __real_gettimeofday(at, zone);
  if (result == 0 && at != NULL) at->tv_sec += later();
  return result;
}

int __wrap_clock_gettime(clockid_t clock, struct timespec* at) {
  const int result = __real_clock_gettime(clock, at);
  if (result == 0) at->tv_sec += later();
  return result;
}

int __wrap_timespec_get(struct timespec* at, int base) {
  const int result = __real_timespec_get(at, base);
  if (result != 0) at->tv_sec += later();
  return result;
}

/* ---- Input ---------------------------------------------------------------------------------------- */

static char* read_all(size_t* size) {
  size_t capacity = 1 << 16;
  char* text = __real_malloc(capacity);
  *size = 0;
  for (;;) {
    const long n = syscall(SYS_read, 0, text + *size, capacity - *size);
    if (n <= 0) return text;
    *size += (size_t)n;
    if (*size == capacity) text = __real_realloc(text, capacity *= 2);
  }
}

/* "run FILLER INPUTS\n", then the inputs. Returns the place behind it, or null at the end. */
static char* take_run(char* at, char* end) {
  unsigned fill, count;
  int used = 0;
  if (at >= end || sscanf(at, "run %u %u%n", &fill, &count, &used) < 2) return NULL;
  filler = (unsigned char)fill;
  input_count = 0;
  for (at += used + 1; input_count < count && input_count < MOST_INPUTS; ++input_count) {
    char* name_end = memchr(at, '\n', (size_t)(end - at));
    if (name_end == NULL) return NULL;
    *name_end = 0;
    char* bytes;
    const unsigned long n = strtoul(name_end + 1, &bytes, 10);
    if (n > (size_t)(end - bytes - 1)) return NULL;
    inputs[input_count].name = at;
    inputs[input_count].bytes = bytes + 1;
    inputs[input_count].size = n;
    inputs[input_count].used = 0;
    at = bytes + 1 + n;
  }
  return at;
}

/* Where the harness is built with sanitizers: their findings are told, and crashes stay crashes. */
void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));
static void tell_undefined(void) { tell("undefined\n", 10); }
const char* __asan_default_options(void) {
  return "handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:handle_abort=0:detect_leaks=0:symbolize=0:"
         "allocator_may_return_null=1:detect_odr_violation=0:use_sigaltstack=0";
}

/* How deep a recursion gets before the stack is full is up to the compiler: such an end is told apart from crashes. */
#define NEAR_BYTES ((size_t)1 << 20)
static char* stack_top;
static size_t stack_bytes; /* 0: without a limit */

static void on_fault(int signal, siginfo_t* fault, void* context) {
  (void)context;
  const char* const at = fault->si_addr;
  const size_t below = at < stack_top ? (size_t)(stack_top - at) : 0;
  if (stack_bytes != 0 && below + NEAR_BYTES > stack_bytes && below < stack_bytes + NEAR_BYTES) tell("exhausted\n", 10);
  raise(signal); /* waits until we return, and has its usual effect then */
}

static void watch_stack(char* top) {
  static char alternate[1 << 16];
  struct rlimit limit;
  stack_top = top;
  if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) stack_bytes = limit.rlim_cur;
  const stack_t own = {.ss_sp = alternate, .ss_size = sizeof alternate};
  struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK | (int)SA_RESETHAND};
  action.sa_sigaction = on_fault;
  if (sigaltstack(&own, NULL) == 0) sigaction(SIGSEGV, &action, NULL);
}

static int drop(const char* path, const struct stat* status, int kind, struct FTW* place) {
  (void)status, (void)place;
  unlinkat(AT_FDCWD, path, kind == FTW_DP ? AT_REMOVEDIR : 0);
  return 0;
}

/* Returns in a process for each run, in a directory of its own, where nothing is that another run left. The first
 * process tells how they ended, and ends. */
void cairn_unit_begin(int argc, char** argv) {
  const int limit = argc > 2 ? atoi(argv[2]) : 1000; /* milliseconds */
  size_t size;
  char* text = read_all(&size);
  /* What the function prints and reads is its own affair. */
  telling = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 100);
  const int nowhere = open("/dev/null", O_RDWR);
  if (telling < 0 || nowhere < 0) _exit(3);
  dup2(nowhere, STDIN_FILENO);
  dup2(nowhere, STDOUT_FILENO);
  if (__sanitizer_set_death_callback != NULL) __sanitizer_set_death_callback(tell_undefined);
  for (char* at = text; (at = take_run(at, text + size)) != NULL;) {
    char directory[] = "cairn-run-XXXXXX";
    if (mkdtemp(directory) == NULL) _exit(3);
    const pid_t child = fork();
    if (child < 0) _exit(3);
    if (child == 0) {
      if (chdir(directory) != 0) _exit(3);
      const struct itimerval timer = {{0, 0}, {limit / 1000, limit % 1000 * 1000}};
      setitimer(ITIMER_PROF, &timer, NULL); /* of its own time; a run that only waits is ended much later */
      alarm(5);
      watch_stack((char*)&timer);
      return;
    }
    int status = 0;
    if (waitpid(child, &status, 0) != child) _exit(3);
    nftw(directory, drop, 16, FTW_DEPTH | FTW_PHYS);
    char line[64];
    tell(line, (size_t)(WIFSIGNALED(status) ? snprintf(line, sizeof line, "signalled %d\n", WTERMSIG(status))
                                            : snprintf(line, sizeof line, "exited %d\n", WEXITSTATUS(status))));
    if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGALRM || WTERMSIG(status) == SIGPROF)) break;
  }
  _exit(0);
}

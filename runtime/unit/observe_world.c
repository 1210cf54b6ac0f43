/* The memory and the clock of the function that is watched. The harness is linked with --wrap for the functions of the C
 * library that give them, so that it is known how large a new object is and which ones are gone; and so that what
 * depends on fresh memory, on where objects lie, or on the time is not the same in the two runs of a call. */
#include <malloc.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#include "observe.h"

#define MOST_BLOCKS 4096
#define POOL_BYTES ((size_t)1 << 18)

void* __real_calloc(size_t count, size_t size);
void __real_free(void* p);
int __real_fclose(FILE* stream);

int cairn_unit_inside;
unsigned char cairn_unit_filler;

int cairn_unit_is_second(void) { return cairn_unit_filler >> 7; }

/* ---- Memory ---------------------------------------------------------------------------------------- */

/* What the function allocated. */
static struct {
  char* address;
  size_t size;
} blocks[MOST_BLOCKS];
static unsigned block_count;

size_t cairn_unit_rest_of_block(const char* p) {
  for (unsigned i = block_count; i > 0; --i)
    if (blocks[i - 1].address != NULL && p >= blocks[i - 1].address && p < blocks[i - 1].address + blocks[i - 1].size)
      return (size_t)(blocks[i - 1].address + blocks[i - 1].size - p);
  return 0;
}

int cairn_unit_block_ends_at(const char* p) {
  for (unsigned i = 0; i < block_count; ++i)
    if (blocks[i].address != NULL && p == blocks[i].address + blocks[i].size) return 1;
  return 0;
}

static void* fresh(char* p, size_t size) {
  if (!cairn_unit_inside || p == NULL) return p;
  if (block_count < MOST_BLOCKS) {
    blocks[block_count].address = p;
    blocks[block_count++].size = size;
  }
  return p;
}

static void leave(char* p) {
  if (!cairn_unit_inside || p == NULL) return;
  for (unsigned i = 0; i < block_count; ++i)
    if (blocks[i].address == p) blocks[i].address = NULL;
  cairn_unit_gone(p);
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
    if (pool != NULL)
      memset(pool, cairn_unit_filler, POOL_BYTES); /* what lies behind an object is not the same either */
  }
  const size_t whole = (size + 31) / 16 * 16;
  if (size > POOL_BYTES || whole > pool_left) return __real_malloc(size);
  return pool + (pool_left -= whole);
}

void* __wrap_malloc(size_t size) {
  if (!cairn_unit_inside) return cairn_unit_is_second() ? from_pool(size) : __real_malloc(size);
  char* p = __real_malloc(size);
  if (p != NULL) memset(p, cairn_unit_filler, size);
  return fresh(p, size);
}

void* __wrap_calloc(size_t count, size_t size) { return fresh(__real_calloc(count, size), count * size); }

static size_t bytes_at(char* p) {
  for (unsigned i = 0; i < block_count; ++i)
    if (blocks[i].address == p) return blocks[i].size;
  const size_t object = cairn_unit_object_at(p);
  if (object != SIZE_MAX) return object;
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
    if (cairn_unit_inside && size > before) memset(moved + before, cairn_unit_filler, size - before);
    leave(p);
    fresh(moved, size);
  }
  return moved;
}

int __wrap_fclose(FILE* stream) {
  leave((char*)(void*)stream);
  return __real_fclose(stream);
}

/* ---- Clock ---------------------------------------------------------------------------------------- */

/* In every second run it is another year, day, hour and second, as it will be when the tests are run. Weak: a clock for
 * which there is a stub is not asked. */
#define LATER_SECONDS (397 * 86400 + 3661)

time_t __real_time(time_t* at) __attribute__((weak));
int __real_gettimeofday(struct timeval* at, void* zone) __attribute__((weak));
int __real_clock_gettime(clockid_t clock, struct timespec* at) __attribute__((weak));
int __real_timespec_get(struct timespec* at, int base) __attribute__((weak));

static time_t later(void) { return cairn_unit_is_second() ? LATER_SECONDS : 0; }

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

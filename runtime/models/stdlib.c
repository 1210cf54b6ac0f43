/* Models of stdlib.h: memory. New memory has no labels, whatever stood there before; realloc moves labels with the
 * bytes. */
#include <errno.h>
#include <stdlib.h>

#include "model.h"

static int no_memory(void) {
  if (!cairn_call_fails()) return 0;
  errno = ENOMEM;
  return 1;
}

/* Called when a size is symbolic or calls are to fail (allocations.cpp). */
void* __cairn_model_malloc_recorded(size_t size) {
  size = cairn_pin_size(size);
  if (no_memory()) return NULL;
  void* p = malloc(size);
  if (p != NULL) cairn_forget(p, size);
  return p;
}

void* __cairn_model_calloc_recorded(size_t count, size_t size) {
  count = cairn_pin_size(count);
  size = cairn_pin_size(size);
  if (no_memory()) return NULL;
  void* p = calloc(count, size);
  if (p != NULL) cairn_forget(p, count * size);
  return p;
}

void* __cairn_model_aligned_alloc(size_t alignment, size_t size) {
  alignment = cairn_pin_size(alignment);
  size = cairn_pin_size(size);
  if (no_memory()) return NULL;
  void* p = aligned_alloc(alignment, size);
  if (p != NULL) cairn_forget(p, size);
  return p;
}
void* __cairn_model_memalign(size_t alignment, size_t size) { return __cairn_model_aligned_alloc(alignment, size); }

int __cairn_model_posix_memalign(void** to, size_t alignment, size_t size) {
  alignment = cairn_pin_size(alignment);
  size = cairn_pin_size(size);
  if (no_memory()) return ENOMEM;
  const int error = posix_memalign(to, alignment, size);
  if (error == 0) cairn_forget(*to, size);
  return error;
}

void* __cairn_model_realloc(void* old, size_t size) {
  size = cairn_pin_size(size);
  if (no_memory()) return NULL;
  if (old == NULL) {
    void* p = realloc(old, size);
    if (p != NULL) cairn_forget(p, size);
    return p;
  }
  size_t kept = cairn_block_size(old);
  if (kept > size) kept = size;
  struct cairn_labels labels;
  cairn_take_labels(&labels, old, kept);
  void* p = realloc(old, size);
  if (p == NULL) {
    cairn_drop_labels(&labels);
    return p;
  }
  cairn_forget(p, size);
  cairn_put_labels(&labels, p, kept);
  return p;
}

void* __cairn_model_reallocarray(void* old, size_t count, size_t size) {
  size_t total;
  if (__builtin_mul_overflow(count, size, &total)) {
    errno = ENOMEM;
    return NULL;
  }
  return __cairn_model_realloc(old, total);
}

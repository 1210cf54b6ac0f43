/* Models of qsort and bsearch: comparisons are calls from instrumented code, so labels reach the program's function.
 * Sorting merges, in the order of comparisons glibc has while there is memory, because programs have come to rely on
 * its stability. */
#include <stdlib.h>

#include "model.h"
#include "models.h"

typedef int (*comparison)(const void*, const void*, void*);

struct sort {
  comparison compare;
  void* with;
  size_t size;
  char* spare;
};

static void merge_sort(const struct sort* sort, char* elements, size_t count) {
  if (count <= 1) return;
  const size_t size = sort->size;
  size_t left_count = count / 2;
  size_t right_count = count - left_count;
  char* left = elements;
  char* right = elements + left_count * size;
  merge_sort(sort, left, left_count);
  merge_sort(sort, right, right_count);
  char* out = sort->spare;
  while (left_count > 0 && right_count > 0) {
    if (sort->compare(left, right, sort->with) <= 0) {
      __builtin_memcpy(out, left, size);
      left += size;
      --left_count;
    } else {
      __builtin_memcpy(out, right, size);
      right += size;
      --right_count;
    }
    out += size;
  }
  /* What is left on the right stands where it belongs. */
  __builtin_memcpy(out, left, left_count * size);
  __builtin_memcpy(elements, sort->spare, (count - right_count) * size);
}

/* No memory for merging: insertion, as stable and slower. */
static void insertion_sort(const struct sort* sort, char* elements, size_t count) {
  for (size_t i = 1; i < count; ++i) {
    for (size_t k = i; k > 0; --k) {
      char* one = elements + (k - 1) * sort->size;
      char* next = one + sort->size;
      if (sort->compare(one, next, sort->with) <= 0) break;
      for (size_t byte = 0; byte < sort->size; ++byte) {
        const char swapped = one[byte];
        one[byte] = next[byte];
        next[byte] = swapped;
      }
    }
  }
}

void __cairn_model_qsort_r(void* elements, size_t count, size_t size, comparison compare, void* with) {
  count = cairn_pin_size(count);
  size = cairn_pin_size(size);
  if (count <= 1 || size == 0) return;
  struct sort sort = {compare, with, size, __cairn_model_malloc(count * size)};
  if (sort.spare == NULL) {
    insertion_sort(&sort, elements, count);
    return;
  }
  merge_sort(&sort, elements, count);
  free(sort.spare);
}

static int without_context(const void* a, const void* b, void* compare) {
  return ((int (*)(const void*, const void*))compare)(a, b);
}

void __cairn_model_qsort(void* elements, size_t count, size_t size, int (*compare)(const void*, const void*)) {
  __cairn_model_qsort_r(elements, count, size, without_context, (void*)compare);
}

void* __cairn_model_bsearch(const void* key, const void* elements, size_t count, size_t size,
                            int (*compare)(const void*, const void*)) {
  size_t low = 0;
  size_t high = count;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    const char* element = (const char*)elements + middle * size;
    const int order = compare(key, element);
    if (order == 0) return (void*)element;
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return NULL;
}

// A gather reads symbolic memory and its result has no label: that is loss, and was not told.
// expect: loss
#include <immintrin.h>
#include <stdlib.h>

#include "probe.h"

static NOINLINE __attribute__((target("avx2"))) int gather(const int* table) {
  const __m128i places = _mm_setr_epi32(0, 1, 2, 3);
  return _mm_extract_epi32(_mm_i32gather_epi32(table, places, 4), 0);
}

int main(void) {
  INPUT(uint8_t, a);
  int table[4] = {a, 2, 3, 4};
  if (a == 3) reached(1);
  if (__builtin_cpu_supports("avx2") && gather(table) == 77) abort();
  return 0;
}

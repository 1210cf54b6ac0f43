// Vector instructions that LLVM knows only by the processor's names, at least where nothing is optimised: masks of signs,
// sums of differences and of products, narrowing that saturates, shifts, averages, tests.
#include <immintrin.h>

#include "probe.h"

#define SSE4 __attribute__((noinline, target("sse4.1")))

SSE4 static int find(const uint8_t* bytes, char c) {
  const __m128i equal = _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i*)bytes), _mm_set1_epi8(c));
  const int mask = _mm_movemask_epi8(equal);
  return mask == 0 ? -1 : __builtin_ctz((unsigned)mask);
}

SSE4 static long sum(const uint8_t* bytes) {
  const __m128i sums = _mm_sad_epu8(_mm_loadu_si128((const __m128i*)bytes), _mm_set1_epi8(3));
  return _mm_cvtsi128_si64(sums);
}

SSE4 static void narrow(const uint8_t* bytes, uint8_t* out) {
  const __m128i low = _mm_loadu_si128((const __m128i*)bytes);
  const __m128i products = _mm_madd_epi16(low, _mm_set1_epi16(300));
  const __m128i words = _mm_packs_epi32(_mm_srai_epi32(products, 2), _mm_slli_epi32(products, 1));
  _mm_storeu_si128((__m128i*)out, _mm_packus_epi16(words, _mm_avg_epu16(words, _mm_srli_epi16(low, 4))));
}

SSE4 static int weighted(const uint8_t* bytes) {
  const __m128i sums = _mm_maddubs_epi16(_mm_loadu_si128((const __m128i*)bytes), _mm_set1_epi8(-100));
  return (short)_mm_extract_epi16(sums, 1) + _mm_extract_epi16(_mm_mulhi_epi16(sums, sums), 2);
}

SSE4 static int negative(const float* numbers) {
  const __m128 all = _mm_loadu_ps(numbers);
  return _mm_movemask_ps(_mm_min_ps(all, _mm_set1_ps(1)));
}

int main(void) {
  uint8_t bytes[16];
  float numbers[4];
  cairn_symbolic(bytes, sizeof bytes, "bytes");
  cairn_symbolic(numbers, sizeof numbers, "numbers");
  INPUT(uint8_t, which);
  uint8_t out[16];
  switch (which) {
    case 1:
      if (find(bytes, 'x') == 13) reached(1);
      break;
    case 2:
      if (sum(bytes) == 1000) reached(2);
      break;
    case 3:
      narrow(bytes, out);
      if (out[0] == 150) reached(3);
      if (out[5] == 255 && out[6] == 0) reached(4);
      break;
    case 4:
      if (weighted(bytes) == -30000) reached(5);
      break;
    case 5:
      if (negative(numbers) == 10) reached(6);
      break;
    case 6:
      if (bytes[3] == 9 && _mm_movemask_pd(_mm_castsi128_pd(_mm_loadu_si128((const __m128i*)bytes))) == 2) reached(7);
  }
  return 0;
}

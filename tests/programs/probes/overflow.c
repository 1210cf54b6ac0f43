// Arithmetic that says whether it overflowed.
#include "probe.h"

int main(void) {
  INPUT(int32_t, a);
  INPUT(int32_t, b);
  INPUT(uint64_t, c);
  int32_t sum;
  if (__builtin_add_overflow(a, b, &sum) && sum == -2) reached(1);
  uint64_t product;
  if (__builtin_mul_overflow(c, 3ull, &product)) reached(2);
  int32_t difference;
  if (!__builtin_sub_overflow(a, b, &difference) && difference == 99) reached(3);
  return 0;
}

// Where the processor has fused multiply-add, a product and a sum are rounded once; they were recorded as rounded
// twice.
#include "probe.h"

__attribute__((target("fma"))) NOINLINE static float product_and_sum(float x, float y, float z) { return x * y + z; }

int main(void) {
  INPUT(uint8_t, n);
  float x = 1.0f + (float)n * 0x1p-23f;
  // The square without its last term, which only the fused form keeps.
  float rest = __builtin_cpu_supports("fma") ? product_and_sum(x, x, -1.0f - (float)n * 0x1p-22f) : (float)n;
  if (rest != 0) reached(1);
  return 0;
}

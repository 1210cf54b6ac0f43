// More branches than the table of events holds: recording ends, which is said once; what the program does with its labelled data
// afterwards is not a loss of its own for every access.
// expect: runs 1
#include "probe.h"

int main(void) {
  INPUT(uint32_t, x);
  uint32_t sum = 0;
  for (uint32_t i = 0; i < 3000000; ++i) {
    volatile uint32_t copy = x;
    if (copy == i) ++sum;
  }
  if (sum == 1 || x == 0) reached(1);
  return 0;
}

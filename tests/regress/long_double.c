// A number that goes into a long double is lost; it was lost without being counted.
// expect: loss
#include "probe.h"

int main(void) {
  INPUT(int32_t, x);
  if (x == 77) reached(1);
  if ((long double)x + 0.5L == 3.5L) return 1;
  return 0;
}

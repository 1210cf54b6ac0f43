// Minimum, maximum and absolute value are selects or intrinsics: no events, and no paths of their own.
#include "probe.h"

int main(void) {
  INPUT(int32_t, a);
  INPUT(int32_t, b);
  int32_t least = a < b ? a : b;
  int32_t most = a > b ? a : b;
  if (least == -77 && most == 12345) reached(1);
  int32_t size = a < 0 ? -a : a;
  if (size == 4242 && a < 0) reached(2);
  return 0;
}

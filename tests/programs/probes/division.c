// Signed and unsigned division and remainder, with the guards a program has.
#include "probe.h"

int main(void) {
  INPUT(int32_t, a);
  INPUT(int32_t, b);
  INPUT(uint64_t, c);
  if (b != 0 && b != -1) {
    if (a / b == -17 && a % b == -3) reached(1);
  }
  if (c / 1000003 == 123456789 && c % 10 == 7) reached(2);
  return 0;
}

// Behind an odd number of fixed arguments on the stack a variable argument that is aligned to 16 bytes lies elsewhere:
// the labels of those that follow went to the wrong ones.
#include <stdarg.h>

#include "probe.h"

NOINLINE static int count(int a, int b, int c, int d, int e, int f, int g, ...) {
  va_list list;
  va_start(list, g);
  long double x = va_arg(list, long double);
  int y = va_arg(list, int), z = va_arg(list, int);
  va_end(list);
  if (y == 123456) reached(1);
  if (z == 77) return 1;
  return x == 1.5L && a + b + c + d + e + f + g == 28 ? 0 : 1;
}

int main(void) {
  INPUT(int, y);
  return count(1, 2, 3, 4, 5, 6, 7, 1.5L, y, 5);
}

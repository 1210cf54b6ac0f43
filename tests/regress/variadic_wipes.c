// A function with variable arguments, called without labels, cleared the stack behind its arguments: the caller's
// variables lie there, and their labels were gone.
#include <stdarg.h>

#include "probe.h"

NOINLINE static int total(int count, ...) {
  va_list list;
  va_start(list, count);
  int all = 0;
  for (int i = 0; i < count; i++) all += va_arg(list, int);
  va_end(list);
  return all;
}

int main(void) {
  uint8_t input[40];
  cairn_symbolic(input, sizeof input, "input");
  int with = total(8, 0, 0, 0, 0, 0, 0, input[0], input[1]);
  int without = total(8, 0, 0, 0, 0, 0, 0, 0, 0);
  if (total(2, 1, 2) == 3 && input[30] == 77) reached(1);
  if (with == 300) reached(2);
  if (without != 0) return 1;
  return 0;
}

// A locale that the program names was refused while recording, although it is installed.
#define _GNU_SOURCE
#include <locale.h>

#include "probe.h"

int main(void) {
  INPUT(uint8_t, x);
  const char* name = newlocale(LC_ALL_MASK, "C.UTF-8", (locale_t)0) != (locale_t)0 ? "C.UTF-8" : "C";
  if (setlocale(LC_ALL, name) == NULL) return 1;
  if (x == 'u') reached(1);
  return 0;
}

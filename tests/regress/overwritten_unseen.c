// What a library function or assembly wrote kept the labels of what stood there before: in global variables, and more
// than 16 bytes behind the pointer.
#define _DEFAULT_SOURCE
#define _XOPEN_SOURCE 700
#include <stdlib.h>
#include <unistd.h>

#include "probe.h"

static char text[32];
static int number;

int main(void) {
  char from[64], to[64];
  memset(from, 'y', sizeof from);
  memset(to, 'x', sizeof to);
  INPUT(uint8_t, other);
  cairn_symbolic(text, 4, "text");
  cairn_symbolic(&number, sizeof number, "number");
  cairn_symbolic(to + 32, 4, "to");
  gcvt(3.5, 4, text);
  __asm__ volatile("movl $5, %0" : "=m"(number));
  swab(from, to, sizeof to);
  if (text[0] == 'A' || number == 123456 || to[32] == 'A') return 1;
  if (other == 3) reached(1);
  return 0;
}

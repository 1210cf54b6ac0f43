// Whether there is memory behind a pointer is the callee's business: a member of no object, or more bytes than there are,
// made the recorder crash where the program does not.
// expect: stdin 8
#include <errno.h>
#include <stdint.h>
#include <unistd.h>

#include "probe.h"

struct outer {
  int before;
  struct {
    char* text[4];
  } inner;
};

void outside(const void* pointer);
__asm__(
    ".pushsection .text\n"
    "outside: ret\n"
    ".popsection");

static NOINLINE void pass_on(struct outer* object) { outside(&object->inner); }

int main(void) {
  static uint8_t bytes[8];
  if (read(0, bytes, sizeof bytes) != sizeof bytes) return 9;
  pass_on(NULL);
  pass_on((struct outer*)4096);
  if (write(-1, bytes, (size_t)1 << 40) != -1 || errno != EBADF) return 1;
  if (bytes[1] == 'w') reached(1);
  return 0;
}

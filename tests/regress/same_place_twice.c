// One faulty place in the source is one bug, although the compiler made two copies of the function: one for calls with
// labels, one for calls without. It was two.
// expect: bugs 1
#include <stddef.h>

#include "probe.h"

static NOINLINE int load(const int* volatile* place, int more) {
  return **place + more;  // FAULT
}

int main(void) {
  INPUT(uint8_t, x);
  INPUT(uint8_t, y);
  const int* volatile nothing = NULL;
  if (x == 11) return load(&nothing, y);
  if (x == 12) return load(&nothing, 1);
  reached(1);
  return 0;
}

// A tail call of a function that is not recorded took symbolic data along, and no loss was noted.
// expect: loss
#include <sched.h>

#include "probe.h"

NOINLINE static int most(int policy) { __attribute__((musttail)) return sched_get_priority_max(policy); }

int main(void) {
  INPUT(int, x);
  if (x == 7) reached(1);
  return most(x) == 12345;
}

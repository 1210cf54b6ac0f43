// Counting what is printed asks how long it is. Where nobody looks at the count, or only at whether it failed, there is
// nothing to ask: paths must not part there.
// expect: paths 2
#include "probe.h"

int main(void) {
  FILE* nowhere = fopen("/dev/null", "w");
  if (nowhere == NULL) return 1;
  INPUT(uint8_t, x);
  fprintf(nowhere, "%d\n", x);
  if (fprintf(nowhere, "%d\n", x) < 0) return 2;
  if (x == 7) reached(1);
  return 0;
}

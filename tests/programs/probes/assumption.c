// Runs in which an assumption fails are not runs of the program: no test may have an even number.
#include "probe.h"

int main(void) {
  INPUT(uint16_t, x);
  cairn_assume((x & 1) == 1);
  if ((x & 1) == 0) printf("an assumption was not kept\n");
  if (x == 12345) reached(1);
  return 0;
}

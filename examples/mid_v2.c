// The median of three, second version: one condition and one result differ from mid_v1.c. The tests of the paths
// through the changed condition need solving again; the changed result alters no path.
#include <stdio.h>

#include "cairn.h"

static int mid(int x, int y, int z) {
  if (x < y) {
    if (y < z) return y;
    if (x <= z) return z;
    return x;
  }
  if (x < z) return x;
  if (y < z) return z;
  return x;
}

int main(void) {
  int n[3] = {0, 0, 0};
  cairn_symbolic(n, sizeof n, "n");
  printf("%d\n", mid(n[0], n[1], n[2]));
  return 0;
}

// The median of three, first version: six paths. Together with mid_v2.c the example of Makhdoom, Khan and Siddiqui,
// "Incremental symbolic execution for automated test suite maintenance" (ASE 2014).
#include <stdio.h>

#include "cairn.h"

static int mid(int x, int y, int z) {
  if (x < y) {
    if (y < z) return y;
    if (x < z) return z;
    return x;
  }
  if (x < z) return x;
  if (y < z) return z;
  return y;
}

int main(void) {
  int n[3] = {0, 0, 0};
  cairn_symbolic(n, sizeof n, "n");
  printf("%d\n", mid(n[0], n[1], n[2]));
  return 0;
}

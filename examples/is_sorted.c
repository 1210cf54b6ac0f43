// Are three numbers in order? Four paths, the worked example of Koroglu and Sen, "Concolic testing with smaller
// constraints": bounded depth-first search explores exactly these four and stops.
//
//   cairn-cc is_sorted.c -o is_sorted && cairn run --strategy bounded-dfs -- ./is_sorted
#include <stdio.h>

#include "cairn.h"

static int is_sorted(int a, int b, int c) {
  if (a > b) return 0;
  if (a > c) return 0;
  if (b > c) return 0;
  return 1;
}

int main(void) {
  int n[3] = {0, 0, 0};
  cairn_symbolic(n, sizeof n, "n");
  printf("%s\n", is_sorted(n[0], n[1], n[2]) ? "sorted" : "not sorted");
  return 0;
}

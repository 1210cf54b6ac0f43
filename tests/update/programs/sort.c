// Insertion sort of five numbers, and what is said of the result.
#include <stdio.h>

#include "cairn.h"

enum { kCount = 5 };

static void sort(int* v, int n) {
  for (int i = 1; i < n; ++i) {
    int x = v[i];
    int k = i;
    while (k > 0 && v[k - 1] > x) {
      v[k] = v[k - 1];
      --k;
    }
    v[k] = x;
  }
}

static const char* spread(int low, int high) {
  if (low > 1000) return "large";
  if (high - low > 500) return "wide";
  return "narrow";
}

int main(void) {
  short n[kCount] = {0};
  int v[kCount];
  cairn_symbolic(n, sizeof n, "numbers");
  for (int i = 0; i < kCount; ++i) v[i] = n[i];
  sort(v, kCount);
  puts(spread(v[0], v[kCount - 1]));
  return 0;
}

// Labels follow copies, overlapping moves and fills; and they go when concrete data is written over them.
#include "probe.h"

NOINLINE static int sum(const uint8_t* p, size_t n) {
  int total = 0;
  for (size_t i = 0; i < n; i++) total += p[i];
  return total;
}

int main(void) {
  uint8_t a[16], b[32] = {0};
  cairn_symbolic(a, sizeof a, "a");
  memcpy(b + 3, a, sizeof a);
  memmove(b + 5, b + 3, sizeof a);
  if (b[5] == 'm' && b[20] == 'v') reached(1);
  memset(b, a[2], 4);
  if (b[3] == 0x99 && b[0] == 0x99) reached(2);
  memset(b, 1, sizeof b);
  if (sum(b, sizeof b) != 32) printf("labels of old data are still there\n");
  return 0;
}

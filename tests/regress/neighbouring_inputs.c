// Marking memory beside memory that is marked already: the call that marks it was taken for one that writes behind the
// recorder's back, and the bytes it changed lost the labels it had just given them.
#include "probe.h"

int main(void) {
  uint32_t pair[2];
  cairn_symbolic(&pair[1], sizeof pair[1], "second");
  cairn_symbolic(&pair[0], sizeof pair[0], "first");
  if (pair[0] - pair[1] == 0x01020304 && pair[1] > 0x80000000) reached(1);
  return 0;
}

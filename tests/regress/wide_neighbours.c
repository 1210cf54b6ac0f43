// A load from the end of one 128-bit value and the beginning of the next, whose node has the next number: the label
// behind the last lane of a node is the first one of the next. Both became one extract beyond the width of the first,
// and the engine threw away the recording from there on.
#include "probe.h"

typedef unsigned __int128 wide;

static NOINLINE void add(wide* out, const wide* in, wide k) {
  const wide a = in[0], b = in[1];
  const wide x = a + k, y = b + k;
  out[0] = x;
  out[1] = y;
}

int main(void) {
  wide in[2], out[2];
  cairn_symbolic(in, sizeof in, "in");
  add(out, in, 5);
  uint32_t across;
  memcpy(&across, (const char*)out + 14, sizeof across);
  if (across == 0x44434241) reached(1);
  return 0;
}

// Values written as one type and read as another, whole and in parts, across the borders of the parts.
#include "probe.h"

union view {
  uint64_t whole;
  uint32_t half[2];
  uint16_t quarter[4];
  uint8_t byte[8];
};

int main(void) {
  union view v;
  cairn_symbolic(&v, sizeof v, "v");
  v.whole += 0x0101010101010101ull;
  if (v.half[1] == 0x11223344) reached(1);
  uint32_t middle;
  memcpy(&middle, v.byte + 3, sizeof middle);
  if (middle == 0xcafebabe) reached(2);
  v.byte[0] = 7;
  if ((v.whole & 0xffff) == 0x5507) reached(3);
  return 0;
}

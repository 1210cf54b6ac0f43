// A bug is shown where the program faulted, in the function it faulted in, not at the last branch before it.
// expect: bugs 2
#include "probe.h"

__attribute__((noinline)) static uint32_t at(const volatile uint32_t* where) {
  return *where;  // FAULT
}

__attribute__((noinline)) static uint32_t share(uint32_t whole, uint32_t parts) {
  uint32_t part = whole;
  part /= parts;  // FAULT
  return part;
}

int main(void) {
  INPUT(uint32_t, x);
  const uint32_t here = 3;
  const uint32_t* volatile where = &here;
  volatile uint32_t parts = 7;
  if (x == 0xbad) where = 0;
  if (x == 0xd11) parts = 0;
  const uint32_t sum = at(where) + share(100, parts);
  if (sum == 17) reached(1);
  return 0;
}

// Atomic operations on symbolic data, used by one thread.
#include <stdatomic.h>

#include "probe.h"

static _Atomic uint32_t shared;

int main(void) {
  INPUT(uint32_t, x);
  INPUT(uint32_t, y);
  atomic_store(&shared, x);
  uint32_t before = atomic_fetch_add(&shared, y);
  if (before == 0x1111 && atomic_load(&shared) == 0x3333) reached(1);
  uint32_t expected = 500;
  if (atomic_compare_exchange_strong(&shared, &expected, 7)) reached(2);
  if (atomic_exchange(&shared, 9) == 0xabc) reached(3);
  return 0;
}

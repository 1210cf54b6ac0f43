// bench_work behind LLVMFuzzerTestOneInput. With BENCH_ONE_BYTE the input is bench_input (made by bench/run) with one
// byte, its last, taken from the test (a checksum carries an earlier one into everything behind it): one live symbolic byte, everything else concrete.
#include <string.h>

#include "bench.h"

#ifdef BENCH_ONE_BYTE
#include "bench_input.h"
#endif

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
#ifdef BENCH_ONE_BYTE
  static uint8_t copy[sizeof bench_input];
  memcpy(copy, bench_input, sizeof copy);
  if (size > 0) copy[BENCH_ONE_BYTE] = data[0];
  bench_work(copy, sizeof copy);
#else
  bench_work(data, size);
#endif
  return 0;
}

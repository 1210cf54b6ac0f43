// A harness for the in-process loop: the first byte says what to do.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  if (data[0] == 'A') abort();
  if (data[0] == 'E') exit(3);
  if (data[0] == 'F' && fork() == 0) {
    prctl(PR_SET_NAME, "left_behind");
    for (;;) sleep(1);
  }
  while (data[0] == 'L') {
    asm volatile("");
  }
  return 0;
}

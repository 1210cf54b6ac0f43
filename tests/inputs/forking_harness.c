/* A harness that forks, and whose child comes back: it is not the harness any more. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const pid_t child = fork();
  if (child == 0) return 0;
  waitpid(child, NULL, 0);
  if (size > 1 && data[0] == 'a' && data[1] == 'b') abort();
  return 0;
}

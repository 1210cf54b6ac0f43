// Standard input that a forked child reads is not followed, and nobody said so: its exit status told the program
// about it.
// expect: stdin 2
// expect: loss
#include <sys/wait.h>
#include <unistd.h>

#include "probe.h"

static void read_one(void) {
  char c = 0;
  _exit(read(0, &c, 1) == 1 && c == 'K');
}

int main(void) {
  INPUT(uint8_t, x);
  if (x == 'x') reached(1);
  const pid_t child = fork();
  if (child == 0) read_one();
  int status = 0;
  if (waitpid(child, &status, 0) == child && WEXITSTATUS(status) != 0) return 2;
  return 0;
}

// A child that the program forks writes over labelled memory, assumes what is not so, marks memory and crashes: none of
// it is the run's. It cleared the map of labels, which runs share, rejected the run, and left it an object and a fault.
// expect: paths 3
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "probe.h"

static uint8_t bytes[64];

static void overwrite(void) { memset(bytes, 0, sizeof bytes); }

static void assume(void) {
  INPUT(uint8_t, y);
  cairn_assume(y == 1);
}

static NOINLINE void in_child(void (*work)(void)) {
  const pid_t child = fork();
  if (child == 0) {
    work();
    _exit(0);
  }
  waitpid(child, NULL, 0);
}

int main(void) {
  cairn_symbolic(bytes, sizeof bytes, "bytes");
  in_child(overwrite);
  in_child(assume);
  in_child(abort);
  INPUT(uint8_t, y);
  if (bytes[40] == 'X')
    reached(1);
  else if (y == 7)
    reached(2);
  return 0;
}

// A forked child goes on with the symbolic values that its parent had in registers. What it made of them was not
// followed, and where they did not come from memory once more, nobody said so.
// expect: stdin 1
// expect: loss
#include <sys/wait.h>
#include <unistd.h>

#include "probe.h"

int main(void) {
  const int c = getchar();
  const pid_t child = fork();
  if (child == 0) _exit(c == 'K' ? 3 : 1);
  int status = 0;
  if (waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 3) return 2;
  if (c == 'x') reached(1);
  return 0;
}

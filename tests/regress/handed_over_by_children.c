// A forked child gave symbolic text to another program without looking at it, and its exit status told ours about it:
// nobody said so.
// expect: loss
#include <sys/wait.h>
#include <unistd.h>

#include "probe.h"

int main(void) {
  char text[2] = {0};
  cairn_symbolic(text, 1, "text");
  char* const arguments[] = {"test", text, "=", "K", NULL};
  if (text[0] == 'x') reached(1);
  const pid_t child = fork();
  if (child == 0) {
    execvp(arguments[0], arguments);
    _exit(9);
  }
  int status = 0;
  return waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 0 ? 2 : 0;
}

// A bare fork-and-wait loop of any program, to be loaded before it (LD_PRELOAD): for a second main runs in one forked
// child after the other, each with standard input from its beginning. Prints runs per second to descriptor 3.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef int main_function(int, char**, char**);
typedef int start_function(main_function*, int, char**, void (*)(void), void (*)(void), void (*)(void), void*);

static main_function* real_main;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static int loop(int argc, char** argv, char** environment) {
  const double begin = now();
  long runs = 0;
  while (now() - begin < 1) {
    const pid_t child = fork();
    if (child < 0) return 1;
    if (child == 0) {
      lseek(STDIN_FILENO, 0, SEEK_SET);
      exit(real_main(argc, argv, environment));
    }
    if (waitpid(child, NULL, 0) != child) return 1;
    ++runs;
  }
  dprintf(3, "%.1f\n", (double)runs / (now() - begin));
  _exit(0);
}

int __libc_start_main(main_function* main_of_program, int argc, char** argv, void (*init)(void), void (*fini)(void),
                      void (*rtld_fini)(void), void* stack_end) {
  real_main = main_of_program;
  start_function* const start = (start_function*)dlsym(RTLD_NEXT, "__libc_start_main");
  return start(loop, argc, argv, init, fini, rtld_fini, stack_end);
}

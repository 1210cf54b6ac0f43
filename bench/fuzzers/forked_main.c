/* Lets libFuzzer fuzz a whole program: each input runs the program's main in a child, which may exit, leak and crash as
 * it likes. The child's coverage counters come back through shared memory. Linked with -Wl,--wrap=main, so that the
 * program's main is __real_main and libFuzzer's own is the one that starts. */
#include <stdint.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "inputs.h"

int __real_main(int argc, char** argv, char** envp);
int LLVMFuzzerRunDriver(int* argc, char*** argv, int (*callback)(const uint8_t* data, size_t size));

extern uint8_t __start___sancov_cntrs[] __attribute__((weak));
extern uint8_t __stop___sancov_cntrs[] __attribute__((weak));

static uint8_t* shared;

static size_t counters(void) { return (size_t)(__stop___sancov_cntrs - __start___sancov_cntrs); }

/* The last of the program's own doings at its end, and the end: what libFuzzer does there is the parent's business. */
static void hand_over(void) {
  memcpy(shared, __start___sancov_cntrs, counters());
  _exit(0);
}

static void run_child(const uint8_t* data, size_t size) {
  char name[] = "program";
  char* words[] = {name, NULL};
  char** argv = words;
  int argc = 1;
  const int nothing = open("/dev/null", O_WRONLY);
  dup2(nothing, 1);
  dup2(nothing, 2);
  atexit(hand_over);
  alarm(1);
  make_inputs(&argc, &argv, data, size);
  exit(__real_main(argc, argv, environ));
}

static int fuzz(const uint8_t* data, size_t size) {
  fflush(NULL);
  const pid_t child = fork();
  if (child < 0) return 0;
  if (child == 0) run_child(data, size);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFEXITED(status)) memcpy(__start___sancov_cntrs, shared, counters());
  return 0;
}

int __wrap_main(int argc, char** argv) {
  shared = mmap(NULL, counters() + 1, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return 3;
  return LLVMFuzzerRunDriver(&argc, &argv, fuzz);
}

/* Runs of a harness, each in a process of its own. What becomes of them is told on standard output.
 *
 * Standard input: runs, each "run FILLER COUNT\n" and so many inputs; an input is "name\n", its size as text and a
 * newline, and the bytes. Standard output: what observe.c tells of the run, one line each, and then how it ended:
 *   undefined | exhausted    beside returned and rejected; nothing: the function ended the process itself
 *   signalled SIGNAL | exited STATUS
 * A run that took too long is the last one that is told: whoever asks decides whether to wait for more. */
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "observe.h"
#include "unit.h"

#define MOST_INPUTS 4096

static int telling = -1; /* where to */

void cairn_unit_tell(const char* text, size_t size) {
  while (size > 0) {
    const long n = syscall(SYS_write, telling, text, size);
    if (n <= 0) _exit(3);
    text += n;
    size -= (size_t)n;
  }
}

/* ---- Input ---------------------------------------------------------------------------------------- */

static struct {
  const char* name;
  const char* bytes;
  size_t size;
  int used;
} inputs[MOST_INPUTS];
static unsigned input_count;

static char* read_all(size_t* size) {
  size_t capacity = 1 << 16;
  char* text = __real_malloc(capacity);
  *size = 0;
  for (;;) {
    const long n = syscall(SYS_read, 0, text + *size, capacity - *size);
    if (n <= 0) return text;
    *size += (size_t)n;
    if (*size == capacity) text = __real_realloc(text, capacity *= 2);
  }
}

/* "run FILLER INPUTS\n", then the inputs. Returns the place behind it, or null at the end. */
static char* take_run(char* at, char* end) {
  unsigned fill, count;
  int used = 0;
  if (at >= end || sscanf(at, "run %u %u%n", &fill, &count, &used) < 2) return NULL;
  cairn_unit_filler = (unsigned char)fill;
  input_count = 0;
  for (at += used + 1; input_count < count && input_count < MOST_INPUTS; ++input_count) {
    char* name_end = memchr(at, '\n', (size_t)(end - at));
    if (name_end == NULL) return NULL;
    *name_end = 0;
    char* bytes;
    const unsigned long n = strtoul(name_end + 1, &bytes, 10);
    if (n > (size_t)(end - bytes - 1)) return NULL;
    inputs[input_count].name = at;
    inputs[input_count].bytes = bytes + 1;
    inputs[input_count].size = n;
    inputs[input_count].used = 0;
    at = bytes + 1 + n;
  }
  return at;
}

void cairn_unit_draw(void* p, size_t size, const char* name) {
  memset(p, 0, size);
  for (unsigned i = 0; i < input_count; ++i)
    if (!inputs[i].used && strncmp(inputs[i].name, name, NAME_SIZE - 1) == 0) {
      inputs[i].used = 1;
      memcpy(p, inputs[i].bytes, inputs[i].size < size ? inputs[i].size : size);
      return;
    }
}

/* ---- Ends ----------------------------------------------------------------------------------------- */

/* Where the harness is built with sanitizers: their findings are told, and crashes stay crashes. */
void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));
static void tell_undefined(void) { cairn_unit_tell("undefined\n", 10); }
const char* __asan_default_options(void) {
  return "handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:handle_abort=0:detect_leaks=0:symbolize=0:"
         "allocator_may_return_null=1:detect_odr_violation=0:use_sigaltstack=0";
}

/* How deep a recursion gets before the stack is full is up to the compiler: such an end is told apart from crashes. */
#define NEAR_BYTES ((size_t)1 << 20)
static char* stack_top;
static size_t stack_bytes; /* 0: without a limit */

static void on_fault(int signal, siginfo_t* fault, void* context) {
  (void)context;
  const char* const at = fault->si_addr;
  const size_t below = at < stack_top ? (size_t)(stack_top - at) : 0;
  if (stack_bytes != 0 && below + NEAR_BYTES > stack_bytes && below < stack_bytes + NEAR_BYTES)
    cairn_unit_tell("exhausted\n", 10);
  raise(signal); /* waits until we return, and has its usual effect then */
}

static void watch_stack(char* top) {
  static char alternate[1 << 16];
  struct rlimit limit;
  stack_top = top;
  if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) stack_bytes = limit.rlim_cur;
  const stack_t own = {.ss_sp = alternate, .ss_size = sizeof alternate};
  struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK | (int)SA_RESETHAND};
  action.sa_sigaction = on_fault;
  if (sigaltstack(&own, NULL) == 0) sigaction(SIGSEGV, &action, NULL);
}

static int drop(const char* path, const struct stat* status, int kind, struct FTW* place) {
  (void)status, (void)place;
  unlinkat(AT_FDCWD, path, kind == FTW_DP ? AT_REMOVEDIR : 0);
  return 0;
}

/* Returns in a process for each run, in a directory of its own, where nothing is that another run left. The first
 * process tells how they ended, and ends. */
void cairn_unit_begin(int argc, char** argv) {
  const int limit = argc > 2 ? atoi(argv[2]) : 1000; /* milliseconds */
  size_t size;
  char* text = read_all(&size);
  /* What the function prints and reads is its own affair. */
  telling = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 100);
  const int nowhere = open("/dev/null", O_RDWR);
  if (telling < 0 || nowhere < 0) _exit(3);
  dup2(nowhere, STDIN_FILENO);
  dup2(nowhere, STDOUT_FILENO);
  if (__sanitizer_set_death_callback != NULL) __sanitizer_set_death_callback(tell_undefined);
  for (char* at = text; (at = take_run(at, text + size)) != NULL;) {
    char directory[] = "cairn-run-XXXXXX";
    if (mkdtemp(directory) == NULL) _exit(3);
    const pid_t child = fork();
    if (child < 0) _exit(3);
    if (child == 0) {
      if (chdir(directory) != 0) _exit(3);
      const struct itimerval timer = {{0, 0}, {limit / 1000, limit % 1000 * 1000}};
      setitimer(ITIMER_PROF, &timer, NULL); /* of its own time; a run that only waits is ended much later */
      alarm(5);
      watch_stack((char*)&timer);
      return;
    }
    int status = 0;
    if (waitpid(child, &status, 0) != child) _exit(3);
    nftw(directory, drop, 16, FTW_DEPTH | FTW_PHYS);
    char line[64];
    cairn_unit_tell(line,
                    (size_t)(WIFSIGNALED(status) ? snprintf(line, sizeof line, "signalled %d\n", WTERMSIG(status))
                                                 : snprintf(line, sizeof line, "exited %d\n", WEXITSTATUS(status))));
    if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGALRM || WTERMSIG(status) == SIGPROF)) break;
  }
  _exit(0);
}

// A signal comes while the recorder is at work, and the handler touches labelled data: it was recorded into half-made
// nodes. It is not recorded, which is a loss; everything else is, also after a handler that was left by a jump. The
// program finds the handlers that it has set.
// expect: loss
#include <setjmp.h>
#include <signal.h>
#include <sys/time.h>

#include "probe.h"

static uint8_t bytes[8];
static volatile unsigned ticks, sum;

static void tick(int number) { sum += bytes[1] * 3u ^ ++ticks ^ (unsigned)number; }

static sigjmp_buf back;
static void jump(int number, siginfo_t* info, void* context) {
  (void)context;
  if (info->si_signo == number) siglongjmp(back, 1);
}

static void set_timer(long microseconds) {
  const struct itimerval timer = {{0, microseconds}, {0, microseconds}};
  setitimer(ITIMER_REAL, &timer, NULL);
}

int main(void) {
  cairn_symbolic(bytes, sizeof bytes, "bytes");
  struct sigaction action = {0}, before = {0};
  action.sa_sigaction = jump;
  action.sa_flags = SA_SIGINFO;
  if (signal(SIGALRM, tick) != SIG_DFL || sigaction(SIGUSR1, &action, NULL) != 0) return 1;
  set_timer(50);
  unsigned mixed = bytes[0];
  for (unsigned i = 0; i < 30000 || ticks == 0; ++i)
    if (i < 30000) mixed = (mixed ^ i) + (bytes[0] & 1);
  set_timer(0);
  if ((mixed & 0xff) == 77) reached(1);
  if (sigsetjmp(back, 1) == 0) raise(SIGUSR1);
  if (bytes[2] == 'J') reached(2);
  if (sigaction(SIGUSR1, NULL, &before) == 0 && before.sa_sigaction == jump && signal(SIGALRM, SIG_DFL) == tick &&
      bytes[3] == 'H')
    reached(3);
  return 0;
}

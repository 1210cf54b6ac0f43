// A stream that another thread has locked is waited for. The models took characters from it at once.
#include <pthread.h>
#include <unistd.h>

#include "probe.h"

static FILE* stream;
static volatile int locked, done;

static void* hold(void* unused) {
  flockfile(stream);
  locked = 1;
  usleep(50000);
  done = 1;
  funlockfile(stream);
  return unused;
}

int main(void) {
  INPUT(uint8_t, x);
  stream = fopen("/dev/zero", "r");
  pthread_t other;
  if (stream == NULL || pthread_create(&other, NULL, hold, NULL) != 0) return 1;
  while (!locked) usleep(1000);
  const int c = getc(stream);
  const int waited = done;
  pthread_join(other, NULL);
  if (c == 0 && waited && x == 3) reached(1);
  return 0;
}

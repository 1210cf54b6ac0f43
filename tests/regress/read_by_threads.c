// Standard input that another thread reads is not followed, and nobody said so: what depended on it was called
// explored.
// expect: stdin 2
// expect: loss
#include <pthread.h>
#include <unistd.h>

#include "probe.h"

static char read_elsewhere;

static void* read_one(void* to) { return read(0, to, 1) == 1 ? to : NULL; }

int main(void) {
  INPUT(uint8_t, x);
  if (x == 'x') reached(1);
  pthread_t thread;
  if (pthread_create(&thread, NULL, read_one, &read_elsewhere) != 0 || pthread_join(thread, NULL) != 0) return 1;
  return read_elsewhere == 'K' ? 2 : 0;
}

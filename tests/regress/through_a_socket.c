// Symbolic bytes went into one socket and came out of another one without their labels, and nobody said so.
// expect: loss
#include <sys/socket.h>

#include "probe.h"

int main(void) {
  INPUT(uint8_t, x);
  INPUT(uint8_t, y);
  int ends[2];
  uint8_t got = 0;
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return 1;
  if (send(ends[0], &x, 1, 0) != 1 || recv(ends[1], &got, 1, 0) != 1) return 2;
  if (got == 'q') return 3;
  if (y == 7) reached(1);
  return 0;
}

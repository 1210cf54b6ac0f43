// Random bytes and times that were asked for by the number of the system call differed from run to run, and input that
// was read into parts so was concrete. A program's own read, which makes the system call, called itself without end.
// expect: stdin 2
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "probe.h"

ssize_t read(int fd, void* to, size_t size) { return syscall(SYS_read, fd, to, size); }

int main(void) {
  uint8_t random = 0;
  struct timespec now;
  char a = 0, b = 0;
  const struct iovec part = {&b, 1};
  if (syscall(SYS_getrandom, &random, 1, 0) != 1 || syscall(SYS_clock_gettime, CLOCK_REALTIME, &now) != 0) return 1;
  if (read(0, &a, 1) == 1 && a == 'r') reached(1);
  volatile int among = 0;
  for (unsigned i = 0; i < random % 8u + now.tv_nsec / 1000 % 4; ++i)
    if ((unsigned char)a == 200 + i) among = 1;
  if (syscall(SYS_readv, 0, &part, 1) == 1 && b == 'v') reached(2);
  return 0;
}

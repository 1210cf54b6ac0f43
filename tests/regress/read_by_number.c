// Input that was read by a system call's number, or by preadv2, was concrete, and nobody said so.
// expect: stdin 2
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "probe.h"

int main(void) {
  char a = 0, b = 0;
  const struct iovec part = {&b, 1};
  if (syscall(SYS_read, 0, &a, 1) == 1 && a == 's') reached(1);
  if (preadv2(0, &part, 1, -1, 0) == 1 && b == 'v') reached(2);
  return 0;
}

// Where the end of a directory or a device is, the kernel says: it is not how large they are.
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "probe.h"

int main(void) {
  INPUT(uint8_t, x);
  static const char* const names[] = {"/", "/proc", "/dev/null", "/dev/zero"};
  for (int i = 0; i < 4; ++i) {
    const int file = open(names[i], O_RDONLY);
    for (int offset = 0; offset < 6; offset += 5)
      if (lseek(file, offset, SEEK_END) != syscall(SYS_lseek, file, (off_t)offset, SEEK_END)) return 1;
    close(file);
  }
  if (x == 9) reached(1);
  return 0;
}

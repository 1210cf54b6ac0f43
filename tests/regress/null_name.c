// A null pointer for a file's name is an error of the call, EFAULT. Models looked at the name and crashed.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "probe.h"

static char* volatile nothing;

static int refused(long result) { return result == -1 && errno == EFAULT; }

int main(void) {
  INPUT(uint8_t, x);
  struct stat info;
  char text[4];
  if (!refused(open(nothing, O_RDONLY)) || !refused(openat(AT_FDCWD, nothing, O_RDONLY)) ||
      !refused(stat(nothing, &info)) || !refused(access(nothing, R_OK)) || !refused(unlink(nothing)) ||
      !refused(readlink(nothing, text, sizeof text)))
    return 1;
  if (x == 77) reached(1);
  return 0;
}

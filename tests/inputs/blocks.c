/* How many blocks a file takes follows from how long it is. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/stat.h>

int main(int argc, char** argv) {
  (void)argc;
  struct stat info;
  struct statx more;
  if (stat(argv[1], &info) != 0 || statx(AT_FDCWD, argv[1], 0, STATX_BLOCKS, &more) != 0) return 3;
  if (info.st_blocks == 0) return 1;
  return more.stx_blocks == 0 ? 4 : 2;
}

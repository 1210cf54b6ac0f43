/* What a symbolic name leads to depends on the file system, which no condition describes: an input that was solved for a missing file used
 * to find a directory of that name. */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

int main(int argc, char** argv) {
  char first;
  if (argc < 2) return 1;
  if (access(argv[1], R_OK) != 0 && errno == ENOTDIR) return 12;
  if (access(argv[1], R_OK) != 0) return argv[1][0] == 'm' ? 2 : argv[1][0] == '.' ? 3 : argv[1][0] == '/' ? 4 : 5;
  struct stat info;
  const int fd = open(argv[1], O_RDONLY);
  if (fd < 0 || fstat(fd, &info) != 0) return 6;
  if (S_ISDIR(info.st_mode)) return argv[1][1] == 0 ? 7 : argv[1][1] == '/' ? 11 : 8;
  if (read(fd, &first, 1) == 1 && first == 'x') return 9;
  return 10;
}

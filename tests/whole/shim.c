// Stands in for a program while a package's own tests run: notes the command line, its standard input and the files its
// arguments name (WHOLE_LOG, a file each call), then runs the real one (WHOLE_REAL, a directory). File arguments are
// noted by their last component.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { LIMIT = 1 << 16 };

static const char* last_component(const char* path) {
  const char* slash = strrchr(path, '/');
  return slash != NULL ? slash + 1 : path;
}

static void note(FILE* log, const char* what, const char* name, const char* bytes, size_t size) {
  fprintf(log, "%s %zu %zu\n", what, strlen(name), size);
  fwrite(name, 1, strlen(name), log);
  fwrite(bytes, 1, size, log);
  fputc('\n', log);
}

// The whole content of a small file or stream; -1 when it is too long.
static ssize_t content(int fd, char* buffer) {
  ssize_t size = 0, got;
  while (size < LIMIT && (got = read(fd, buffer + size, (size_t)(LIMIT - size))) > 0) size += got;
  return size < LIMIT ? size : -1;
}

static char buffer[LIMIT];

static void note_argument(FILE* log, const char* argument) {
  struct stat info;
  const int fd = stat(argument, &info) == 0 && S_ISREG(info.st_mode) ? open(argument, O_RDONLY) : -1;
  const char* name = fd >= 0 ? last_component(argument) : argument;
  if (fd >= 0) {
    const ssize_t size = content(fd, buffer);
    if (size >= 0) note(log, "file", name, buffer, (size_t)size);
    close(fd);
  }
  note(log, "argument", "", name, strlen(name));
}

// Standard input is read here and given to the program again as a file.
static void note_input(FILE* log) {
  struct stat info;
  if (fstat(0, &info) != 0 || (!S_ISREG(info.st_mode) && !S_ISFIFO(info.st_mode))) return;
  const off_t start = lseek(0, 0, SEEK_CUR);
  const ssize_t size = content(0, buffer);
  if (size < 0) exit(125);  // longer than we can hold: the test fails, and nothing is noted of it
  note(log, "stdin", "", buffer, (size_t)size);
  if (start >= 0) {
    lseek(0, start, SEEK_SET);
    return;
  }
  const int copy = memfd_create("stdin", 0);
  if (write(copy, buffer, (size_t)size) != size) exit(125);
  lseek(copy, 0, SEEK_SET);
  dup2(copy, 0);
  close(copy);
}

int main(int argc, char** argv) {
  char path[4096];
  const char* name = last_component(argv[0]);
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  snprintf(path, sizeof path, "%s/%s.%lld.%09ld.%d", getenv("WHOLE_LOG"), name, (long long)now.tv_sec, now.tv_nsec,
           getpid());
  FILE* log = fopen(path, "w");
  if (log != NULL) {
    for (int i = 1; i < argc; ++i) note_argument(log, argv[i]);
    note_input(log);
    fclose(log);
  }
  snprintf(path, sizeof path, "%s/%s", getenv("WHOLE_REAL"), name);
  execv(path, argv);
  return 126;
}

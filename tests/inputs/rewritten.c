/* A file that the program changes: what it wrote and the size it gave are its own, what it left alone is still the
 * input, however long the file is now. And one that it reads in ways that move the bytes, or once more behind the end.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { IMPOSSIBLE = 20 };

static int written_over(int file) {
  char c = 9;
  if (pwrite(file, "", 1, 1) != 1 || pread(file, &c, 1, 1) != 1) return IMPOSSIBLE;
  return c == 0 ? 2 : IMPOSSIBLE; /* the input may have had the same byte there */
}

static int written_by_stream(const char* name) {
  FILE* f = fopen(name, "r+");
  if (f == NULL || fseek(f, 1, SEEK_SET) != 0 || fprintf(f, "%c", 0) != 1) return IMPOSSIBLE;
  rewind(f);
  getc(f);
  return getc(f) == 0 ? 15 : IMPOSSIBLE; /* here too */
}

static int longer(int file, const char* name) {
  struct stat info;
  char c = 0;
  const int end = open(name, O_WRONLY | O_APPEND);
  if (write(end, "zz", 2) != 2 || fstat(file, &info) != 0 || pread(file, &c, 1, 1) != 1) return IMPOSSIBLE;
  if (info.st_size == 6) return 3;
  if (c == 'Q') return 4;
  return 5;
}

static int shorter(int file) {
  char rest[8];
  struct stat info;
  if (ftruncate(file, 2) != 0 || fstat(file, &info) != 0 || info.st_size != 2) return IMPOSSIBLE;
  if (pread(file, rest, sizeof rest, 0) != 2) return IMPOSSIBLE;
  if (rest[1] == 'T') return 6;
  return 7;
}

static int emptied(const char* name, int by_stream) {
  struct stat info;
  if (by_stream) {
    FILE* f = fopen(name, "w+");
    if (f == NULL || getc(f) != EOF || fclose(f) != 0) return IMPOSSIBLE;
  } else {
    close(open(name, O_RDWR | O_TRUNC));
  }
  return stat(name, &info) == 0 && info.st_size == 0 ? 8 : IMPOSSIBLE;
}

static int moved(int file) {
  char* map = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, file, 0);
  if (map == MAP_FAILED) return IMPOSSIBLE;
  map = mremap(map, 4096, 1 << 20, MREMAP_MAYMOVE);
  if (map == MAP_FAILED) return IMPOSSIBLE;
  if (map[1] == 'M') return 10;
  return 11;
}

static int read_twice(int file) {
  static char all[4096], small[64];
  FILE* f = fdopen(file, "r");
  if (f == NULL || setvbuf(f, small, _IOFBF, sizeof small) != 0) return IMPOSSIBLE;
  while (fread(all, 1, sizeof all, f) > 0) {
  }
  memset(all, 0, sizeof all);
  lseek(file, 0, SEEK_SET);
  if (fread(all, 1, sizeof all, f) < 2) return 12;
  if (all[1] == 'R') return 13;
  return 14;
}

int main(int argc, char** argv) {
  char how;
  if (argc != 2) return IMPOSSIBLE;
  const int file = open(argv[1], O_RDWR);
  if (file < 0) return IMPOSSIBLE;
  if (pread(file, &how, 1, 0) != 1) return 1;
  switch (how) {
    case 'w':
      return lseek(file, 0, SEEK_END) < 2 ? 9 : written_over(file);
    case 's':
      return lseek(file, 0, SEEK_END) < 2 ? 9 : written_by_stream(argv[1]);
    case 'a':
      return longer(file, argv[1]);
    case 't':
      return shorter(file);
    case 'e':
      return emptied(argv[1], 0);
    case 'f':
      return emptied(argv[1], 1);
    case 'm':
      return moved(file);
    case 'r':
      return read_twice(file);
    default:
      return 9;
  }
}

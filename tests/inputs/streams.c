/* One file by many ways: read twice, through a copy of the descriptor, behind a seek, mapped, by position, asked for
 * its size, and written over. All of them speak of the same input bytes. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

int main(int argc, char** argv) {
  struct stat info;
  if (argc != 2 || stat(argv[1], &info) != 0) return 1;
  if (info.st_size != 6) return 2;
  int file = open(argv[1], O_RDWR);
  int again = open(argv[1], O_RDONLY);
  if (file < 0 || again < 0) return 3;
  if (lseek(file, 0, SEEK_END) != 6) return 4;
  lseek(file, 0, SEEK_SET);

  char a[2], b[2], c[1];
  if (read(file, a, 2) != 2 || a[0] != 'C') return 5;
  if (read(again, b, 2) != 2) return 6;
  if (a[0] != b[0] || a[1] != b[1]) return 7; /* impossible: they are the same bytes */
  if (b[1] != '4') return 8;
  int copy = dup2(file, 77);
  if (copy != 77 || read(copy, c, 1) != 1 || c[0] != 'i') return 9;
  if (pread(again, c, 1, 3) != 1 || c[0] != 'r') return 10;
  char* map = mmap(NULL, 6, PROT_READ, MAP_PRIVATE, file, 0);
  if (map == MAP_FAILED) return 11;
  if (map[4] != 'n' || map[0] != 'C') return 12;
  if (munmap(map, 6) != 0) return 18;
  FILE* stream = fdopen(dup(again), "r");
  if (stream == NULL) return 13;
  lseek(again, 5, SEEK_SET);
  int last = fgetc(stream);
  if (last != '\n') return 14;
  if (ungetc(last, stream) != '\n' || fgetc(stream) != last || fgetc(stream) != EOF) return 15;

  if (pwrite(file, "x", 1, 0) != 1 || pread(file, c, 1, 0) != 1) return 16;
  if (c[0] == 'C') return 17; /* impossible: it is no input any more */
  puts("the same bytes");
  return 0;
}

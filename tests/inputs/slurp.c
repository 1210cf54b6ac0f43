/* A whole file at once, as most programs read one: how long it is comes from where its end is. The first file is empty,
 * and nothing asked for more. */
#define _GNU_SOURCE
#define _FILE_OFFSET_BITS 64 /* other names for the same functions */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char** argv) {
  FILE* in = argc == 2 ? fopen(argv[1], "rb") : NULL;
  fpos_t start;
  if (in == NULL || fgetpos(in, &start) != 0 || fseeko(in, 0, SEEK_END) != 0) return 9;
  const off_t size = ftello(in);
  if (size == 0) return 1;
  if (fsetpos(in, &start) != 0) return 9;
  char* text = calloc((size_t)size + 1, 1);
  if (text == NULL || fread(text, 1, (size_t)size, in) != (size_t)size) return 9;
  if (strcmp(text, "KEY") == 0) return 2;
  const int file = openat(AT_FDCWD, argv[1], O_RDONLY);
  if (file < 0) return 9;
  if (lseek(file, -4, SEEK_END) < 0) return 3;
  char tail[4];
  return read(file, tail, 4) == 4 && memcmp(tail, "tail", 4) == 0 ? 4 : 0;
}

/* Needs a particular length, number of arguments, value of a variable, content of a file and a failing malloc together.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *first, *second; /* seen from outside, or the compiler may drop them */

int main(int argc, char** argv) {
  if (argc != 4 || strlen(argv[2]) != 3) return 1;
  const char* mode = getenv("MODE");
  if (mode == NULL || strcmp(mode, "on") != 0) return 2;
  char magic[4] = {0};
  int file = open(argv[argc - 1], O_RDONLY);
  if (file < 0) return 3;
  if (read(file, magic, sizeof magic) != 3 || memcmp(magic, "\x7f!", 3) != 0) return 4;
  first = malloc(16);
  second = malloc(32);
  if (first != NULL && second == NULL) {
    puts("together");
    abort();
  }
  free(first);
  free(second);
  return 0;
}

// Another program that shares our standard input reads from it: what it got is not followed, and nobody said so.
// expect: stdin 2
// expect: loss
#define _DEFAULT_SOURCE
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "probe.h"

int main(void) {
  char first = 0, second = 0;
  struct stat info;
  if (fstat(0, &info) == 0 && info.st_size == 2) usleep(1);  // there is something left for the other one
  if (read(0, &first, 1) == 1 && first == 'o') reached(1);
  FILE* other = popen("cat", "r");
  if (other == NULL) return 1;
  if (fread(&second, 1, 1, other) == 1 && second == 'K') return 2;
  pclose(other);
  return 0;
}

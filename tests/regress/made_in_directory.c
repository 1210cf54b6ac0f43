// A file that is made in a directory that does not exist is not made, which was no fact of the path: names with a slash and
// without took the same sides.
// expect: stdin 4
// expect: runs 400
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "probe.h"

int main(void) {
  char name[8] = "n";
  const ssize_t length = read(0, name + 1, 4);
  if (length != 4) return 0;
  const int file = name[4] == 'f' ? -1 : creat(name, 0600);
  FILE* const stream = name[4] == 'f' ? fopen(name, "w") : NULL;
  if (file >= 0) reached(1);
  if (stream != NULL) reached(2);
  if (file < 0 && stream == NULL && errno == ENOENT) {
    if (name[1] == '<') reached(3);
    if (name[4] == 'f') reached(4);
  }
  if (file >= 0) close(file);
  if (stream != NULL) fclose(stream);
  unlink(name);
  return 0;
}

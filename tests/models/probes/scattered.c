// What readv, getw and gets read, and versions.
// expect: stdin 12
// expect: runs 600
#define _GNU_SOURCE
#include <sys/uio.h>
#include <unistd.h>

#include "probe.h"

extern char* gets(char* to);

int main(void) {
  char a[2] = {0}, b[3] = {0};
  const struct iovec parts[] = {{a, 2}, {b, 2}};
  const long got = readv(0, parts, 2);
  if (got == 3 && b[0] == 'q') reached(1);
  if (got < 4 || a[0] != 'k' || b[1] != 'e') return 0;
  reached(2);
  const int word = getw(stdin);
  if (word == 0x12345678) reached(3);
  char line[16];
  if (gets(line) == NULL) return 0;
  if (line[0] == 'o' && line[1] == 'k' && line[2] == 0) reached(4);
  if (strverscmp(line, "x9") > 0 && line[0] == 'x' && line[1] == '1') reached(5);
  return 0;
}

// What is made, moved and removed under names that are input: below a directory of its own, because tests run on a plain
// build, too.
// expect: stdin 4
// expect: runs 1500
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "probe.h"

static void make(const char* name) {
  if (mkdir(name, 0700) == 0) {
    reached(1);
    if (rmdir(name) == 0 && mkdir(name, 0700) == 0 && rename(name, "moved") == 0) reached(2);
    rmdir("moved");
  } else if (errno == ENOENT && name[1] == '/') {
    reached(3);
  }
}

static void look(const char* name) {
  struct statvfs info;
  if (statvfs(name, &info) == 0) reached(4);
  char* const full = realpath(name, NULL);
  if (full == NULL && errno == ENOENT && name[0] == 'z') reached(5);
  if (full != NULL && full[1] == 0) reached(6);
  free(full);
}

static void change(const char* name) {
  if (chmod(name, 0600) != 0 && name[1] == 'y') reached(7);
  if (remove(name) != 0 && errno == ENOENT && name[1] == 'x') reached(8);
}

int main(void) {
  char text[8] = "";
  char own[] = "namesXXXXXX";
  if (read(0, text, 4) < 3) return 0;
  const char* const name = text + 1;
  if (text[0] == 'l') look(name);
  if (name[0] == '/' || name[0] == '.' || mkdtemp(own) == NULL || chdir(own) != 0) return 0;
  if (text[0] == 'm') make(name);
  if (text[0] == 'c') change(name);
  if (chdir("..") == 0) rmdir(own);
  return 0;
}

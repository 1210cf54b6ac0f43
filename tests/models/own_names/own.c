#define getline library_getline
#include <stdio.h>
#undef getline

int getline(char* line, int limit) {
  line[0] = 'x';
  return limit * 2;
}

void report(void) { puts("REACHED"); }

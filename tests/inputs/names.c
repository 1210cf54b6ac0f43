/* A symbolic argument that may name a symbolic file, after options. */
#include <stdio.h>
#include <string.h>

int main(int argc, char** argv) {
  int quiet = 0, at = 1;
  for (; at < argc && argv[at][0] == '-'; ++at) {
    if (strcmp(argv[at], "-q") == 0)
      quiet = 1;
    else
      return 2;
  }
  if (at == argc) return 3;
  FILE* f = fopen(argv[at], "r");
  if (f == NULL) return 4;
  int c = fgetc(f);
  if (c == 'k' && quiet) return 7;
  return 0;
}

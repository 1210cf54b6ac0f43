/* Streams: what is read from them, written to them, and closed. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* The first number of a file, or -1. */
int first_number(FILE* f) {
  if (f == NULL) return -1;
  int c = getc(f);
  while (c == ' ') c = getc(f);
  if (c == EOF || !isdigit(c)) return -1;
  int n = 0;
  for (; isdigit(c); c = getc(f)) n = 10 * (n & 255) + c - '0';
  if (c != EOF) ungetc(c, f);
  return n;
}

int is_greeting(FILE* in) {
  char line[8];
  if (in == NULL || fgets(line, sizeof line, in) == NULL) return 0;
  return strcmp(line, "hi\n") == 0 ? 2 : 1;
}

int say(FILE* out, int loud) {
  if (out == NULL) return -1;
  if (loud > 3) return fprintf(out, "HEY %d\n", loud);
  return fputs("hey\n", out) < 0 ? -2 /* never */ : 4;
}

struct reader {
  FILE* file;
  int lines;
};

/* Lines that end; what the last one lacks is complained about. */
int count_lines(struct reader* r) {
  if (r == NULL || r->file == NULL) return -1;
  int last = '\n';
  r->lines = 0;
  for (int c; (c = fgetc(r->file)) != EOF; last = c)
    if (c == '\n') ++r->lines;
  return last == '\n';
}

int copy_and_close(FILE* from, FILE* to) {
  if (from == NULL || to == NULL || from == to) return -1;
  char bytes[4];
  const size_t n = fread(bytes, 1, sizeof bytes, from);
  if (n < sizeof bytes) return 0;
  fwrite(bytes, 1, n, to);
  fclose(from);
  return 1;
}

// Behind an ambiguous option getopt went on from where its text ended in this run, which no condition said.
#include <getopt.h>

#include "probe.h"

int main(void) {
  static const struct option options[] = {{"add", 1, NULL, 'a'}, {"all", 1, NULL, 'b'}, {NULL, 0, NULL, 0}};
  char text[6] = {0};
  cairn_symbolic(text, 4, "text");
  char* arguments[] = {"probe", text, "-x", NULL};
  int ambiguous = 0, c;
  opterr = 0;
  while ((c = getopt_long(3, arguments, "x", options, NULL)) != -1) {
    if (c == '?' && text[2] == 'a') ambiguous = 1;
    if (c == 'x' && ambiguous) reached(1);
  }
  return 0;
}

// Values taken out of text, and options out of a command line made of symbolic words.
#include <getopt.h>

#include "probe.h"

int main(void) {
  INPUT(uint8_t, which);
  char s[6];
  cairn_symbolic(s, sizeof s, "s");
  s[5] = 0;
  if (which == 1) {
    int n;
    char c;
    if (sscanf(s, "%2d%c", &n, &c) == 2 && n == 47 && c == '%') reached(1);
  } else if (which == 2) {
    char word[4];
    unsigned x;
    if (sscanf(s, "%3[a-c]:%x", word, &x) == 2 && x == 0xe) reached(2);
  } else if (which == 3) {
    static const struct option options[] = {{"up", no_argument, NULL, 'u'}, {NULL, 0, NULL, 0}};
    char* argv[] = {"prog", s, NULL};
    opterr = 0;
    const int found = getopt_long(2, argv, "ab:", options, NULL);
    if (found == 'b' && strcmp(optarg, "xy") == 0) reached(3);
    if (found == 'u') reached(4);
  }
  return 0;
}

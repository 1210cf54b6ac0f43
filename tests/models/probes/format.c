// Symbolic numbers and text formatted into memory.
#define _GNU_SOURCE
#include <stdlib.h>

#include "probe.h"

int main(void) {
  INPUT(uint8_t, which);
  INPUT(int16_t, x);
  char s[4];
  cairn_symbolic(s, sizeof s, "s");
  s[3] = 0;
  char out[32];
  if (which == 1) {
    snprintf(out, sizeof out, "<%d>", x);
    if (strcmp(out, "<-412>") == 0) reached(1);
  } else if (which == 2) {
    sprintf(out, "%5s|%02x", s, (unsigned char)s[0]);
    if (strcmp(out, "   ab|61") == 0) reached(2);
  } else if (which == 3) {
    char* made;
    if (asprintf(&made, "%c%.2s", s[2], s) >= 0) {
      if (strcmp(made, "zxy") == 0) reached(3);
      free(made);
    }
  }
  return 0;
}

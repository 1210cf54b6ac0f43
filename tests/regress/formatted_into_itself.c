// A text that is formatted into itself: sprintf appends to it, as programs have come to rely on, snprintf finds it
// empty. The models of both had it empty where nothing was symbolic, and appended where something was.
#include <stdlib.h>

#include "probe.h"

static NOINLINE void append(char* text, int n) { sprintf(text, "%s%d", text, n); }
static NOINLINE void start_over(char* text, size_t room, int n) { snprintf(text, room, "%s%d", text, n); }

int main(void) {
  INPUT(uint8_t, x);
  char concrete[16] = "ab", symbolic[16] = "ab", again[16] = "ab", known[16] = "ab";
  append(concrete, 7);
  append(symbolic, x);
  start_over(again, sizeof again, x);
  start_over(known, sizeof known, 7);
  if (strcmp(concrete, "ab7") != 0 || strcmp(known, "7") != 0) abort();
  if (strcmp(symbolic, "ab42") == 0) reached(1);
  if (strcmp(again, "43") == 0) reached(2);
  return 0;
}

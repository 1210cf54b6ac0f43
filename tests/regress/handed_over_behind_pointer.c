// Symbolic text one pointer further on goes to a function that nobody follows: that is loss too, and nothing was told.
// expect: loss
#define _GNU_SOURCE
#include <argz.h>
#include <stdlib.h>

#include "probe.h"

int main(void) {
  char text[3] = {0};
  cairn_symbolic(text, 2, "text");
  if (text[0] == 'h') reached(1);
  text[2] = 0;
  char* const words[] = {text, NULL};
  char* joined = NULL;
  size_t length = 0;
  if (argz_create(words, &joined, &length) != 0) return 1;
  if (length == 77) abort();
  return 0;
}

// What %n of printf stored kept the labels of what stood there before, into memory only behind a flag, a position or a
// wide string; and so did what scanf stored behind %m, or by position.
#define _GNU_SOURCE
#include <stdlib.h>
#include <wchar.h>

#include "probe.h"

int main(void) {
  INPUT(uint8_t, other);
  int counts[8];
  cairn_symbolic(counts, sizeof counts, "counts");
  char text[64];
  char* made = NULL;
  printf("%n", &counts[0]);
  fprintf(stdout, "%n", &counts[1]);
  dprintf(1, "%n", &counts[2]);
  sprintf(text, "%'d%n", 5, &counts[3]);
  snprintf(text, sizeof text, "%1$s%2$n", "abc", &counts[4]);
  sprintf(text, "%S%n", L"ab", &counts[5]);
  if (sscanf("12 0", "%ms%d", &made, &counts[6]) != 2 || sscanf("0", "%1$d", &counts[7]) != 1) return 1;
  free(made);
  for (int i = 0; i < 8; ++i)
    if (counts[i] == 123456) return 1;
  if (other == 3) reached(1);
  return 0;
}

// Numbers read from text, sorted and searched.
#include <errno.h>
#include <stdlib.h>

#include "probe.h"

static int by_value(const void* a, const void* b) { return *(const uint8_t*)a - *(const uint8_t*)b; }

int main(void) {
  INPUT(uint8_t, which);
  char s[5];
  cairn_symbolic(s, sizeof s, "s");
  s[4] = 0;
  if (which == 1) {
    if (atoi(s) == -407) reached(1);
  } else if (which == 2) {
    char* end;
    if (strtoul(s, &end, 16) == 0xbee && *end == ';') reached(2);
  } else if (which == 3) {
    uint8_t v[3] = {(uint8_t)s[0], (uint8_t)s[1], (uint8_t)s[2]};
    qsort(v, 3, 1, by_value);
    if (v[0] == 17 && v[1] == 33 && v[2] == 200 && s[0] == 33) reached(3);
  }
  return 0;
}

// names[i][j]: with another i the read lies in the bounds of another object. The tree took that for a program that depends
// on more than its input, and what is behind such reads was not explored.
#include "probe.h"

static const char one[] = "abcdefgh", two[] = "ijklmnop";
static char left[8] = "gh", right[16] = "xy";

int main(void) {
  INPUT(uint8_t, c);
  INPUT(uint8_t, d);
  INPUT(uint8_t, e);
  const char* const pair[2] = {one, two};
  if (pair[c == 'k'][d & 7] == 'k') reached(1);
  const char* const moved = left + (size_t)(e == 3) * (size_t)(right - left);
  if (moved[d & 1] == 'y') reached(2);
  const char* const names[3] = {"alpha", "beta", "gamma"};
  if (e < 3 && strcmp(names[e], "beta") == 0) reached(3);
  if (e < 3 && names[e][d % 5] == 'm') reached(4);
  return 0;
}

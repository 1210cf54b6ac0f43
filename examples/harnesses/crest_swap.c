/* A program for CREST: inputs are marked by type.
 *   cairn-cc -g crest_swap.c -o crest_swap && cairn run -- ./crest_swap */
#include <crest.h>
#include <stdlib.h>

int main(void) {
  unsigned char a;
  short b;
  int x, y;
  CREST_unsigned_char(a);
  CREST_short(b);
  CREST_int(x);
  CREST_int(y);
  if (x > y) {
    x = x + y;
    y = x - y;
    x = x - y;
    if (x > y) abort(); /* only when the addition overflows in a way that C leaves open: never with wrapping */
  }
  if (a == 200 && b == -3 && 3 * x == y + 17) abort();
  return 0;
}

// The square root of a whole number, rounded down, one bit at a time: a comparison and a subtraction for each.
#include <crest.h>
#include <stdio.h>

static int root(int n) {
  int result = 0;
  for (int bit = 1 << 30; bit != 0; bit >>= 2) {
    if (n >= result + bit) {
      n -= result + bit;
      result = (result >> 1) + bit;
    } else {
      result >>= 1;
    }
  }
  return result;
}

int main(void) {
  int n;
  CREST_int(n);
  if (n < 0) {
    puts("not for negative numbers");
    return 1;
  }
  int r = root(n);
  if (r > 46340) puts("wrong");  // never
  printf("%d\n", r);
  return 0;
}

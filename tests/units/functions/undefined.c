/* Lines that an undefined call reaches as well as a defined one: the tests are to have the defined one. */
#include <limits.h>

/* NaN, and every number that is too large, become INT_MIN on this processor. */
int least(double x) {
  if ((int)x == INT_MIN) return 1;
  return 0;
}

int short_of(float x) {
  const int whole = (int)(x * 2.0f);
  if (whole == -2147483647 - 1) return -1;
  if (whole == 25) return 1;
  return 0;
}

/* The sum wraps to a negative number before b is negative. */
int below(int a, int b) {
  if (a > 2000000000) {
    if (a + b < 0) {
      return 1;
    }
  }
  return 0;
}

/* Four numbers times 4 are 64 when overflow wraps; one of them is not undefined. */
int fourth(int x) {
  if (x * 4 == 64) return x * 3;
  return 0;
}

/* x - 1 is positive for INT_MIN too. */
int before(int x) {
  if (x - 1 > INT_MAX - 5) {
    if (x != INT_MIN) return 2;
    return 1; /* never */
  }
  return 0;
}

/* 1 << 31 is negative, and undefined. */
int power(int n) {
  if (n < 0 || n > 31) return -1;
  if ((1 << n) < 0) return 0; /* never */
  if ((1 << n) == 4096) return 2;
  return 1;
}

// What numbers are made of, older names of functions, and intrinsics that are functions of the library: nothing is lost.
// expect: runs 3000
// expect: options -fno-math-errno
#define _GNU_SOURCE
#include <math.h>

#include "probe.h"

int main(void) {
  INPUT(double, x);
  INPUT(float, f);
  INPUT(int, n);
  INPUT(uint8_t, which);
  int e;
  switch (which) {
    case 1:
      if (ilogb(x) == 9 && x < 600.0) reached(1);
      break;
    case 2:
      if (ilogbf(f) == -140) reached(2);
      break;
    case 3:
      if (llogb(x) == -3) reached(3);
      break;
    case 4:
      if ((isnan)(x)) reached(4);
      break;
    case 5:
      if ((isinf)(x) < 0) reached(5);
      break;
    case 6:
      if (!finitef(f) && f > 0) reached(6);
      break;
    case 7:
      if (__builtin_frexp(x, &e) == 0.625 && e == -20) reached(7);
      break;
    case 8:
      if (__builtin_ldexp(x, n) == 96.0 && n == 5) reached(8);
      break;
    case 9:
      if (__builtin_lrint(x) == 1234 && x > 1234.0) reached(9);
      break;
    case 10:
      if (__builtin_llroundf(f) == -77) reached(10);
      break;
    case 11:
      if ((fmin)(x, 12.5) == (fmax)(x, 12.0) && x < 12.25 && x > 12.0) reached(11);
      break;
    case 12:
      if (significand(x) == 1.75 && x > 100.0) reached(12);
      break;
    case 13:
      if (drem(x, 10.0) == -3.5 && x > 50.0 && x < 100.0) reached(13);
      break;
    case 14:
      if (j0(x) < -0.25 && x < 10.0) reached(14);
      break;
    case 15:
      if (nextup(x) == 2.0) reached(15);
      break;
    default:
      break;
  }
  return 0;
}

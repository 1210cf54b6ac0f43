// Functions of the mathematical library: what they compute is searched for, and nothing is lost.
// expect: runs 3000
#include <math.h>

#include "probe.h"

int main(void) {
  double x;
  float f;
  int e;
  cairn_symbolic(&x, sizeof x, "x");
  cairn_symbolic(&f, sizeof f, "f");
  unsigned char which = 0;
  cairn_symbolic(&which, 1, "which");
  double whole;
  switch (which) {
    case 1:
      if (sin(x) > 0.99 && x > 10.0 && x < 100.0) reached(1);
      break;
    case 2:
      if (exp(x) > 7.0 && exp(x) < 7.5) reached(2);
      break;
    case 3:
      if (log(x) > 2.5 && log(x) < 2.75) reached(3);
      break;
    case 4:
      if (powf(f, 3.0f) > 60.0f && powf(f, 3.0f) < 70.0f) reached(4);
      break;
    case 5:
      if (atan2(x, 2.0) > 0.5 && atan2(x, 2.0) < 0.6) reached(5);
      break;
    case 6:
      if (frexp(x, &e) == 0.75 && e == 7) reached(6);
      break;
    case 7:
      if (ldexpf(f, 4) == 40.0f) reached(7);
      break;
    case 8:
      if (modf(x, &whole) == 0.25 && whole == -0.0 && x > 0) reached(8);
      break;
    case 9:
      if (lround(x) == 41 && x != 41.0) reached(9);
      break;
    case 10:
      if (fmod(x, 10.0) == 3.5 && x > 50.0 && x < 100.0) reached(10);
      break;
    case 11:
      if (cbrtf(f) == 5.0f) reached(11);
      break;
    case 12:
      if (hypot(x, 3.0) == 5.0) reached(12);
      break;
    case 13:
      if (sqrt(x) == 12.0) reached(13);
      break;
    case 14:
      if (tanhf(f) > 0.5f && tanhf(f) < 0.75f) reached(14);
      break;
    default:
      break;
  }
  return 0;
}

/* Floating point. */
#include <math.h>

double absolute(double x) { return x < 0 ? -x : x; }

int classify(double x) {
  if (x != x) return 3;
  if (x > 1e300) return 2;
  if (x == 0) return 0;
  return x < 0 ? -1 : 1;
}

float scale(float x, int n) {
  if (n < 0 || n > 8) return 0;
  while (n-- > 0) x *= 2;
  return x;
}

int quadrant(float x, float y) {
  if (x > 0 && y > 0) return 1;
  if (x < 0 && y > 0) return 2;
  if (x < 0 && y < 0) return 3;
  if (x > 0 && y < 0) return 4;
  return 0;
}

int roots(double a, double b, double c) {
  if (a == 0) return b == 0 ? -1 : 1;
  double d = b * b - 4 * a * c;
  if (d < 0) return 0;
  if (d == 0) return 1;
  return 2;
}

double average(const double* a, int n) {
  double s = 0;
  if (!a || n <= 0) return -1;
  for (int i = 0; i < n; ++i) s += a[i];
  return s / n;
}

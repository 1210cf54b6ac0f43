/* Conditions over floating-point numbers that take more than copying a constant. Each function returns 1 where its condition
 * holds. They were written down before anything was tuned to them. All but c29 can hold: beyond 1 no two doubles are so close
 * that a float cannot tell their difference from zero, which nobody saw when it was written. */
#include <math.h>
#include <stdint.h>

/* Equality after arithmetic. */
int c01(double x) { return x + 1.0 == 3.5; }
int c02(double x) { return x * 3.0 == 0.3; }
int c03(double x) { return x / 7.0 == 1.25; }
int c04(float x) { return x * x == 2.25f; }
int c05(double x, double y) { return x + y == 10.0 && x - y == 4.0; }
int c06(double x) { return (x + 0.1) * 2.0 == 5.4; }
int c07(double x, double y) { return x * y == 6.0 && x > 2.5 && x < 3.5; }
int c08(double x) { return x * x * x == 27.0; }
/* Conversions. */
int c09(double x) { return (int)x == 12345 && x != 12345.0; }
int c10(int n) { return (double)n / 4.0 == 12.75; }
int c11(double x) { return (double)(float)x != x && x > 1.0 && x < 2.0; }
int c12(float f) { return (double)f * 10.0 == 12.5; }
int c13(int64_t n) { return (double)n != (double)(n - 1) && (float)n == (float)(n - 1) && n > 1000; }
int c14(double x) { return (float)x == INFINITY && x < 1e300; }
int c15(double x) { return (unsigned char)(int)(x * 255.0) == 200 && x > 0.0 && x < 1.0; }
int c16(long n) { return (long)(float)n == 16777216 && n != 16777216; }
int c17(short a, short b) { return (float)a / (float)b == 0.375f && a > 100; }
int c18(double x) { return (int)(x * 100.0) == 115 && x != 1.15; }
/* NaN, infinities, signed zeros. */
int c19(double x) { return x != x; }
int c20(double x) { return !(x < 1.0) && !(x >= 1.0); }
int c21(double x) { return x == 0.0 && 1.0 / x < 0.0; }
int c22(double x, double y) { return x - y != x - y && x == x && y == y; }
int c23(double x) { return x * 0.0 != 0.0; }
int c24(float x) { return x > 3.0e38f && x * 10.0f == INFINITY && x != INFINITY; }
int c25(double x, double y) { return x == y && 1.0 / x != 1.0 / y; }
/* Denormals. */
int c26(double x) { return x > 0.0 && x < 2.2250738585072014e-308; }
int c27(double x) { return x != 0.0 && x / 2.0 == 0.0; }
int c28(float x) { return x > 0.0f && x * 0.5f == 0.0f; }
int c29(double x, double y) { return x != y && x - y != 0.0 && (float)(x - y) == 0.0f && x > 1.0; }
/* Cancellation and absorption. */
int c30(double x) { return x + 1.0 == x && x > 0.0 && x < 1e17; }
int c31(double x) { return (x + 1e16) - 1e16 != x && x > 0.5 && x < 100.0; }
int c32(double a, double b, double c) {
  return (a + b) + c != a + (b + c) && a > 0 && a < 10 && b > 0 && b < 10 && c > 0 && c < 10;
}
int c33(float x) { return x + 1.0f - x != 1.0f && x > 0.0f && x < 1e9f; }
int c34(double x) { return x > 0.0 && x < 1.0 && 1.0 - (1.0 - x) != x; }
/* The mathematical library. */
int c35(double x) { return sin(x) > 0.99 && exp(x) < 2.0; }
int c36(double x) { return sqrt(x) == 12.0; }
int c37(double x) { return floor(x) == 41.0 && x - floor(x) > 0.75; }
int c38(double x) { return pow(x, 2.0) > 99.0 && pow(x, 2.0) < 101.0 && x < 0.0; }
int c39(double x) { return log(x) > 3.0 && log(x) < 3.001; }
int c40(double x, double y) { return fabs(x) == 7.5 && fmod(y, 3.0) == 1.5 && y > 100.0 && cos(x) < 1.0; }

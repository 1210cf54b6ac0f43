/* A program of the Test-Comp kind: values from nowhere, and an error that can be reached.
 *   cairn-cc -g testcomp_gcd.c -o testcomp_gcd && cairn run -- ./testcomp_gcd */
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static int gcd(int a, int b) {
  while (b != 0) {
    int rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

int main(void) {
  int a = __VERIFIER_nondet_int();
  unsigned char b = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(a > 0 && a < 100 && b > 0 && b < 20);
  if (!__VERIFIER_nondet_bool()) return 1;
  if (__VERIFIER_nondet_double() < 2.5) return 2;
  if (gcd(a, b) == 13 && a != 13) reach_error();
  return 0;
}

// Division by subtraction and comparison only: CREST's solver knew linear constraints and no remainder.
#ifndef CAIRN_IPPC_SUBTRACT_H
#define CAIRN_IPPC_SUBTRACT_H

// n / d, with n % d left in *rest; n >= 0, d > 0.
static int divide(int n, int d, int* rest) {
  int multiples[32], values[32], count = 0;
  int multiple = d, value = 1, quotient = 0;
  for (;;) {
    multiples[count] = multiple;
    values[count++] = value;
    if (multiple > 0x3fffffff || n - multiple < multiple) break;
    multiple += multiple;
    value += value;
  }
  while (count-- > 0) {
    if (n >= multiples[count]) {
      n -= multiples[count];
      quotient += values[count];
    }
  }
  *rest = n;
  return quotient;
}

#endif

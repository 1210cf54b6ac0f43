/* 3x3 matrices of small numbers: signs are common, being singular or of determinant one is rare, and the condition is a
 * sum of products. */
#include <stdint.h>
#include <stdio.h>

#include "cairn.h"

typedef int8_t row[3];

static int determinant(const row* m) {
  return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
         m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

static int symmetric(const row* m) {
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < i; ++j) {
      if (m[i][j] != m[j][i]) return 0;
    }
  }
  return 1;
}

static int zero_row(const row* m) {
  for (int i = 0; i < 3; ++i) {
    if (m[i][0] == 0 && m[i][1] == 0 && m[i][2] == 0) return i;
  }
  return -1;
}

int main(void) {
  row m[3];
  uint8_t what;
  cairn_symbolic(m, sizeof m, "m");
  cairn_symbolic(&what, sizeof what, "what");
  const int d = determinant(m);
  const int trace = m[0][0] + m[1][1] + m[2][2];
  if (d > 0)
    puts("keeps orientation");
  else if (d < 0)
    puts("turns it over");
  else {
    puts("singular");
    const int at = zero_row(m);
    if (at >= 0)
      puts(at == 1 ? "middle row is zero" : "an outer row is zero");
    else if (trace == 0)
      puts("without trace");
  }
  if (d > 1000000) puts("huge");
  if (d == 1 || d == -1) {
    puts("invertible over the integers");
    if (symmetric(m)) puts("and symmetric");
  }
  if (trace > 300)
    puts("large trace");
  else if (trace == 3) {
    if (m[0][1] == 0 && m[0][2] == 0 && m[1][2] == 0) puts("lower triangular");
  }
  switch (what) {
    case 0:
      if (symmetric(m)) puts("symmetric");
      break;
    case 1:
      if (m[0][0] > 0 && d > 0 && m[0][0] * m[1][1] - m[0][1] * m[1][0] > 0) puts("leading minors positive");
      break;
    case 2:
      if (d % 97 == 13) puts("a residue");
      break;
    case 3:
      if (trace * trace == d) puts("a coincidence");
      break;
    default:
      if (what > 240 && (m[0][0] ^ m[2][2]) == 0x55) puts("corners differ just so");
  }
  return 0;
}

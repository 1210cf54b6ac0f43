// Operands of && and || that are tested at once are not counted by the program: their counts follow from those of the
// test. Sides that are never taken must not appear in the figures, nor those that are be missing.
// expect: branches 28 36
#include "probe.h"

static const uint8_t digits[8] = {'1', '2', '3', 'x', '5', '6', '7', '8'};

// Ends by its second operand only.
NOINLINE static int number_length(const uint8_t* p, const uint8_t* end) {
  int n = 0;
  while (p < end && *p >= '0' && *p <= '9') {
    p++;
    n++;
  }
  return n;
}

// Ends by its first operand only.
NOINLINE static int sum(const uint8_t* p, const uint8_t* end) {
  int s = 0;
  for (; p < end && *p != 0; p++) s += *p;
  return s;
}

// The second operand is a call; neither is ever false.
NOINLINE static int small(int v) { return v < 100; }

NOINLINE static int either(int a, int b) {
  if (a > 3 || small(b)) return 1;
  return 0;
}

int main(void) {
  INPUT(uint8_t, x);
  INPUT(uint8_t, y);
  int turns = 0;
  do turns++;
  while (turns < 3 && x != 7);
  if (number_length(digits, digits + 8) == 3 && x == 7) reached(1);
  if (sum(digits, digits + 3) == 150 && (x == 9 || y == 5)) reached(2);
  if (either(turns, 5)) reached(3);
  return 0;
}

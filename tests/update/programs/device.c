// A driver for commands of a device. What is not supported yet, the harness assumes away: such runs leave no test.
#include <stdio.h>

#include "cairn.h"

static int level = 3;

static int set(int value) {
  if (value < 0) return -1;
  if (value > 100) return -2;
  level = value;
  return 0;
}

static int add(int value) {
  if (level + value > 100) return -3;
  if (level + value < 0) return -4;
  level += value;
  return 0;
}

static int reset(int value) {
  if (value != 1234) cairn_assume(0);
  level = 0;
  return 0;
}

int main(void) {
  struct {
    unsigned char command;
    signed char value;
  } c[3] = {{0, 0}, {0, 0}, {0, 0}};
  cairn_symbolic(c, sizeof c, "commands");
  for (int i = 0; i < 3; ++i) {
    int status = 0;
    switch (c[i].command) {
      case 1:
        status = set(c[i].value);
        break;
      case 2:
        status = add(c[i].value);
        break;
      case 3:
        status = reset(c[i].value);
        break;
      default:
        cairn_assume(0);
    }
    if (status < 0) {
      printf("error %d\n", status);
      return 1;
    }
  }
  printf("level %d\n", level);
  return 0;
}

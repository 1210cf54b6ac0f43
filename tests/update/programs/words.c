// A tokenizer and checker for a few bytes of standard input: numbers, operators, parentheses.
#include <stdio.h>

static int peeked = -2;

static int peek(void) {
  if (peeked == -2) peeked = getchar();
  return peeked;
}

static int next(void) {
  int c = peek();
  peeked = -2;
  return c;
}

static int is_digit(int c) { return c >= '0' && c <= '9'; }

static int sum(int depth);

static int factor(int depth) {
  if (peek() == '(') {
    next();
    int value = sum(depth + 1);
    if (next() != ')') return -1;
    return value;
  }
  if (!is_digit(peek())) return -1;
  int value = 0;
  while (is_digit(peek())) value = value * 10 + (next() - '0');
  return value;
}

static int sum(int depth) {
  if (depth > 2) return -1;
  int value = factor(depth);
  while (peek() == '+' || peek() == '-') {
    int op = next();
    int other = factor(depth);
    if (value < 0 || other < 0) return -1;
    value = op == '+' ? value + other : value - other;
  }
  return value;
}

int main(void) {
  int value = sum(0);
  if (peek() != -1 || value < 0) {
    puts("error");
    return 1;
  }
  if (value == 42) puts("the answer");
  printf("%d\n", value);
  return 0;
}

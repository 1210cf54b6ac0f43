// An evaluator of arithmetic expressions over 64-bit integers: precedence climbing, parentheses, unary minus,
// one-letter variables that can be assigned.
#include <stdbool.h>

#include "bench.h"

struct state {
  const uint8_t* at;
  const uint8_t* end;
  int64_t variables[26];
  unsigned depth;
  bool failed;
};

static uint8_t peek(struct state* s) {
  while (s->at < s->end && (*s->at == ' ' || *s->at == '\n')) s->at++;
  return s->at < s->end ? *s->at : 0;
}

static int precedence(uint8_t operation) {
  switch (operation) {
    case '|':
      return 1;
    case '&':
      return 2;
    case '<':
    case '>':
      return 3;
    case '+':
    case '-':
      return 4;
    case '*':
    case '/':
    case '%':
      return 5;
    default:
      return 0;
  }
}

static int64_t apply(struct state* s, uint8_t operation, int64_t a, int64_t b) {
  uint64_t x = (uint64_t)a, y = (uint64_t)b;
  switch (operation) {
    case '|':
      return a | b;
    case '&':
      return a & b;
    case '<':
      return a < b;
    case '>':
      return a > b;
    case '+':
      return (int64_t)(x + y);
    case '-':
      return (int64_t)(x - y);
    case '*':
      return (int64_t)(x * y);
    default:
      if (b == 0 || b == -1) {
        s->failed |= b == 0;
        return operation == '%' ? 0 : (int64_t)-x;
      }
      return operation == '/' ? a / b : a % b;
  }
}

static int64_t expression(struct state* s, int least);

static int64_t operand(struct state* s) {
  uint8_t c = peek(s);
  if (c >= '0' && c <= '9') {
    uint64_t value = 0;
    for (; s->at < s->end && *s->at >= '0' && *s->at <= '9'; s->at++) value = value * 10 + (*s->at - '0');
    return (int64_t)value;
  }
  if (c >= 'a' && c <= 'z') {
    s->at++;
    return s->variables[c - 'a'];
  }
  if (c == '-') {
    s->at++;
    return (int64_t)-(uint64_t)operand(s);
  }
  if (c == '(' && s->depth < 32) {
    s->at++;
    s->depth++;
    int64_t value = expression(s, 1);
    s->depth--;
    if (peek(s) != ')') {
      s->failed = true;
      return 0;
    }
    s->at++;
    return value;
  }
  s->failed = true;
  return 0;
}

static int64_t expression(struct state* s, int least) {
  int64_t left = operand(s);
  while (!s->failed) {
    uint8_t operation = peek(s);
    int level = precedence(operation);
    if (level == 0 || level < least) break;
    s->at++;
    left = apply(s, operation, left, expression(s, level + 1));
  }
  return left;
}

int bench_work(const uint8_t* data, size_t size) {
  struct state s = {.at = data, .end = data + size};
  int64_t result = 0;
  int statements = 0;
  while (!s.failed && peek(&s)) {
    uint8_t name = peek(&s);
    const uint8_t* start = s.at;
    bool assigns = false;
    if (name >= 'a' && name <= 'z') {
      s.at++;
      assigns = peek(&s) == '=';
      if (!assigns) s.at = start;
    }
    if (assigns) s.at++;
    result = expression(&s, 1);
    if (assigns) s.variables[name - 'a'] = result;
    if (peek(&s) != ';') return -1;
    s.at++;
    statements++;
  }
  if (s.failed) return -1;
  return result == 0x5eed ? 1000 : statements;
}

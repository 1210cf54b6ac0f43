/* Enums, unions and function pointers. */
#include <stddef.h>
#include <string.h>

enum color { RED = 1, GREEN = 2, BLUE = 4, BLACK = 100 };
typedef enum { ADD, SUBTRACT, MULTIPLY } operation;

union number {
  int whole;
  unsigned char bytes[4];
};

struct variant {
  int tag;
  union {
    int number;
    const char* text;
  } of;
};

typedef int (*compare)(const void*, const void*);

struct device {
  int (*read)(int);
  int errors;
};

int brightness(enum color c) {
  switch (c) {
    case RED:
      return 30;
    case GREEN:
      return 59;
    case BLUE:
      return 11;
    default:
      return 0;
  }
}

enum color next_color(enum color c) {
  if (c == BLACK) return RED;
  return c == BLUE ? BLACK : (enum color)(c * 2);
}

int apply(operation o, int a, int b) {
  if (o == ADD) return a + b;
  if (o == SUBTRACT) return a - b;
  return a * b;
}

int low_byte(union number n) {
  if (n.bytes[3] == 0x80) return -1;
  return n.whole & 0xff;
}

int variant_size(const struct variant* v) {
  if (v->tag == 1) return v->of.number;
  if (v->tag == 2) return v->of.text ? (int)strlen(v->of.text) : 0;
  return -1;
}

int twice(int (*f)(int), int x) {
  if (!f) return -1;
  int once = f(x);
  if (once < 0) return once;
  return f(once);
}

int pick_larger(compare less, const void* a, const void* b) {
  if (less(a, b) > 0) return 1;
  return 2;
}

int poll_device(struct device* d) {
  if (!d || !d->read) return -1;
  int got = d->read(3);
  if (got == 42) return 1;
  if (got < 0) d->errors++;
  return 0;
}

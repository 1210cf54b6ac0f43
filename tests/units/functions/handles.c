/* Pointers that say less than the code behind them knows: handles, contexts, what a larger struct begins with. */
#include <stdlib.h>
#include <string.h>

struct counter; /* what a header says */
typedef struct {
  int n;
  char* name;
  int step;
} real_counter;

int counter_next(struct counter* c) {
  real_counter* const real = (real_counter*)c;
  if (real == NULL) return -1;
  if (real->step > 5 && real->name != NULL && real->name[0] == 'x') return real->n;
  return real->step;
}

struct counter* counter_new(int n) {
  if (n < 0) return NULL;
  real_counter* const made = malloc(sizeof *made);
  if (made == NULL) return NULL; /* never */
  made->n = n;
  made->name = n > 100 ? "many" : "few";
  made->step = n > 7 ? 7 : n;
  return (struct counter*)made;
}

struct context {
  long weight;
  int level;
};

int visit(int key, void* data) {
  if (data == NULL) return 0;
  if (((struct context*)data)->level == key) return 1;
  ((const struct context*)data)->weight > 9 ? ++((struct context*)data)->level : 0;
  return 2;
}

struct shape {
  int kind;
};
struct circle {
  struct shape shape;
  unsigned radius;
};

unsigned radius_of(const struct shape* s) {
  const struct circle* circle = (const struct circle*)s;
  if (s == NULL || s->kind != 1) return 0;
  return circle->radius > 1000 ? 1000 : circle->radius;
}

struct hidden;
struct box {
  int size;
  struct hidden* inside;
};
struct shown {
  int n;
  struct shown* next;
};

int sum_inside(struct box* b) {
  if (b == NULL) return -1;
  int sum = 0;
  for (struct shown* s = (struct shown*)b->inside; s != NULL; s = s->next) {
    if (s->n == b->size) return -2;
    sum += s->n & 15;
  }
  return sum;
}

/* Taken for two structs: it is not known which one a caller brings. */
struct first {
  int a;
};
struct second {
  char b;
};
int either(void* p, int which) {
  if (p == NULL) return 0;
  return which > 3 ? ((struct first*)p)->a == 7 : ((struct second*)p)->b == 'b';
}

/* There are as many bytes as the length says, and no struct. */
struct header {
  unsigned char version, kind;
};
int packet_kind(const void* data, size_t length) {
  const struct header* header = data;
  if (data == NULL || length < sizeof *header) return -1;
  if (header->version != 4) return -2;
  return header->kind;
}

/* For qsort. */
int by_value(const void* a, const void* b) {
  const int x = *(const int*)a, y = *(const int*)b;
  if (x == 1000 && y == -1000) return 7;
  return x < y ? -1 : x > y;
}

int by_weight(const void* a, const void* b) {
  const struct context* const x = *(struct context* const*)a;
  const struct context* const y = *(struct context* const*)b;
  if (x == NULL || y == NULL) return 2;
  return x->weight < y->weight ? -1 : x->weight > y->weight;
}

int by_text(const void* a, const void* b) {
  const char* const x = *(const char* const*)a;
  const char* const y = *(const char* const*)b;
  if (x == NULL || y == NULL) return 2;
  return strcmp(x, y) == 0 ? 0 : 1;
}

int ratio(const void* a) { return a != NULL && *(const double*)a > 0.75; }

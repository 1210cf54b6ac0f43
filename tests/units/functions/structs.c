/* Structs: by value, behind pointers, nested, with bit-fields, and leading to themselves. */
#include <stdlib.h>

struct point {
  int x, y;
};

typedef struct {
  struct point low, high;
  unsigned char kind;
} box;

struct flags {
  unsigned ready : 1;
  unsigned mode : 3;
  int level : 4;
};

struct node {
  int value;
  struct node* next;
};

struct tree {
  int key;
  struct tree *left, *right;
};

struct packet {
  unsigned short length;
  char tag[4];
  struct {
    unsigned char major, minor;
  } version;
};

int manhattan(struct point p) { return (p.x < 0 ? -p.x : p.x) + (p.y < 0 ? -p.y : p.y); }

struct point mirror(struct point p, int axis) {
  if (axis == 0) p.x = -p.x;
  if (axis == 1) p.y = -p.y;
  return p;
}

int contains(const box* b, const struct point* p) {
  if (!b || !p) return -1;
  if (p->x < b->low.x || p->x > b->high.x) return 0;
  if (p->y < b->low.y || p->y > b->high.y) return 0;
  return b->kind == 3 ? 2 : 1;
}

int next_mode(struct flags* f) {
  if (!f->ready) return 0;
  if (f->level < 0) {
    f->level = 0;
    return -1;
  }
  f->mode = f->mode == 5 ? 0 : f->mode + 1;
  return (int)f->mode;
}

int list_length(const struct node* n) {
  int length = 0;
  while (n && length < 10) {
    ++length;
    n = n->next;
  }
  return length;
}

int list_sum_even(const struct node* n) {
  int sum = 0, steps = 0;
  for (; n && steps < 8; n = n->next, ++steps)
    if ((n->value & 1) == 0) sum += n->value;
  return sum;
}

struct node* list_find(struct node* n, int wanted) {
  int steps = 0;
  for (; n && steps < 8; n = n->next, ++steps)
    if (n->value == wanted) return n;
  return NULL;
}

void list_append(struct node* head, struct node* tail) {
  int steps = 0;
  while (head->next && ++steps < 8) head = head->next;
  if (steps < 8) head->next = tail;
}

int tree_depth(const struct tree* t) {
  if (!t || t->left == t || t->right == t) return 0;
  if (t->left && (t->left->left || t->left->right)) return 9;
  if (t->right && (t->right->left || t->right->right)) return 9;
  if (t->left || t->right) return 2;
  return 1;
}

int tree_contains(const struct tree* t, int key) {
  for (int steps = 0; t && steps < 4; ++steps) {
    if (t->key == key) return 1;
    t = key < t->key ? t->left : t->right;
  }
  return 0;
}

int check_packet(const struct packet* p) {
  if (p->tag[0] != 'P' || p->tag[1] != 'K') return -1;
  if (p->length < 8) return -2;
  if (p->version.major != 2) return -3;
  return p->version.minor > 4 ? 1 : 0;
}

struct node* make_node(int value, struct node* next) {
  if (value < 0) return NULL;
  struct node* n = malloc(sizeof *n);
  if (!n) return NULL;
  n->value = value;
  n->next = next;
  return n;
}

int drop_first(struct node** list) {
  if (!list || !*list) return 0;
  struct node* first = *list;
  *list = first->next;
  free(first);
  return 1;
}

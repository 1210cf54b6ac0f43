// A robot on a small grid: four moves, walls, a key and a door. State lives in memory, conditions in the input.
#include <stdio.h>

#include "cairn.h"

struct Robot {
  int x, y, key;
};

static int wall(int x, int y) { return x < 0 || y < 0 || x > 3 || y > 3 || (x == 1 && y == 1); }

static void step(struct Robot* r, int dx, int dy) {
  if (wall(r->x + dx, r->y + dy)) return;
  r->x += dx;
  r->y += dy;
}

static int act(struct Robot* r, unsigned char c) {
  switch (c) {
    case 'n':
      step(r, 0, -1);
      return 1;
    case 's':
      step(r, 0, 1);
      return 1;
    case 'e':
      step(r, 1, 0);
      return 1;
    case 'w':
      step(r, -1, 0);
      return 1;
    case 'k':
      r->key = 1;
      return 1;
    default:
      return 0;
  }
}

int main(void) {
  unsigned char moves[4] = {0};
  struct Robot r = {0, 0, 0};
  cairn_symbolic(moves, sizeof moves, "moves");
  int done = 0;
  for (int i = 0; i < 4; ++i) done += act(&r, moves[i]);
  if (r.key && r.x == 2) puts("door opened");
  printf("%d %d,%d\n", done, r.x, r.y);
  return 0;
}

/* A harness for KLEE: several named objects, an assumption, and an assertion that does not hold.
 *   cairn-cc -g klee_sign.c -o klee_sign && cairn run -- ./klee_sign */
#include <klee/klee.h>

static int get_sign(int x) {
  if (x == 0) return 0;
  return x < 0 ? -1 : 1;
}

int main(void) {
  int a;
  short pair[2];
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(pair, sizeof pair, "pair");
  klee_assume(pair[0] > 100);
  klee_prefer_cex(&a, a > 0);
  int c = klee_range(5, 9, "c");
  (void)klee_is_symbolic((uintptr_t)a);
  klee_assert(pair[0] > 100 && c >= 5 && c < 9);
  if (get_sign(a) == -1 && pair[0] + pair[1] == 777) klee_assert(c != 8);
  return get_sign(a) + klee_get_value_i32(c);
}

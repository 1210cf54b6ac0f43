/* A cursor over the arguments that moves by a comparison's result, as in expr of coreutils: what it points to is then a symbolic address.
 * Strings used to lie behind each other, so that the address depended on how long the others were, and one path had many. */
#include <string.h>

static char** at;

static int next(const char* word) {
  if (*at == NULL) return 0;
  const int same = strcmp(*at, word) == 0;
  at += same;
  return same;
}

int main(int argc, char** argv) {
  (void)argc;
  at = argv + 1;
  if (next("(")) return next(")") ? 5 : 6;
  if (next("+")) return next("+") ? 1 : 2;
  return *at == NULL ? 3 : 4;
}

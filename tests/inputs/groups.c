/* Two groups of arguments: argv[1] is of the second group when there is none of the first. The end of argv is found without argc. */
#include <string.h>

int main(int argc, char** argv) {
  int count = 0;
  (void)argc;
  while (argv[count + 1] != NULL) ++count;
  if (count == 0) return 1;
  if (strcmp(argv[1], "abc") == 0) return 2; /* too long for the second group */
  if (count == 3 && strcmp(argv[3], "x") == 0) return 3;
  if (count == 2 && argv[1][0] == argv[2][0] + 1) return 4;
  return 0;
}

// Opens hundreds of sides in every run: a tree that grows by megabytes a second.
#include <stdio.h>

int main(void) {
  int c, digits = 0, letters = 0, others = 0, length = 0;
  while ((c = getchar()) != EOF && length < 160) {
    ++length;
    if (c >= '0' && c <= '9') {
      ++digits;
    } else if (c >= 'a' && c <= 'z') {
      ++letters;
    } else if (c == '\n' && length > 1) {
      break;
    } else {
      ++others;
    }
  }
  if (digits > 3 && letters > 3) puts("both");
  printf("%d %d %d\n", digits, letters, others);
  return 0;
}

// A program that dies in a library, or in the model of a library function, is shown where it called it, and once. Aborts were shown
// at the last branch on the path, once for each way there; null strings in the source of a model; and copying far too much kept
// the recorder busy until time was up.
// expect: bugs 5
// expect: stdin 3
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

#include "probe.h"

static char* volatile nothing = NULL;
static volatile size_t much = (size_t)1 << 40;

static NOINLINE void work(const char* text, int kind) {
  char* volatile block = malloc(4);
  switch (kind) {
    case 1:
      abort();  // FAULT
    case 2:
      assert(nothing != NULL);  // FAULT
      break;
    case 3:
      free(block);
      free(block);  // FAULT
      break;
    case 4:
      exit((int)strlen(nothing));  // FAULT
    case 5:
      memcpy(block, text, much);  // FAULT
      nothing = block;
      break;
  }
}

int main(void) {
  char text[4] = "";
  if (read(0, text, 3) != 3) return 1;
  int kind = text[0] - '0';
  if (text[1] == 'a') kind += 0 * text[2];
  if (text[1] == 'b' && text[2] == 'c') reached(1);
  work(text, kind);
  return 0;
}

/* Variables that nobody declared: the program asks for them, one of them only when the other has the right value. The program sets one
 * itself, takes one out of the environment, looks through it, and asks in every way there is; HOME is set already. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A branch on the input for each variable there is. */
static int like(const char* word) {
  int count = 0;
  for (char** p = environ; *p != NULL; ++p)
    if ((*p)[0] == word[0]) ++count;
  return count;
}

int main(void) {
  const char* level = getenv("APP_LEVEL");
  setenv("APP_OWN", "mine", 1);
  if (strcmp(getenv("APP_OWN"), "mine") != 0) return 9;
  if (getenv("HOME") == NULL) return 8;
  if (level == NULL) return 1;
  if (strcmp(level, "high") != 0) return level[0] == '\0' ? 2 : 3;
  if (getenv("APP_LEVEL") != level) return 7;
  if (like(level) > 1000) return 6;
  if (secure_getenv("APP_TRACE") == NULL) return 4;
  unsetenv("APP_TRACE");
  return getenv("APP_TRACE") == NULL ? 5 : 10;
}

/* What the program sets or removes before it asks is its own: it is not offered. A default, set only if there is
 * nothing, asks first. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  static char pair[] = "APP_A=mine";
  const int how = getchar();
  if (how == 'a') setenv("APP_A", "mine", 1);
  if (how == 'b') putenv(pair);
  if (how == 'c') unsetenv("APP_A");
  if (how == 'd') clearenv();
  if (how == 'e') setenv("APP_A", "mine", 0);
  const char* value = getenv("APP_A");
  if (how == 'a' || how == 'b') return value != NULL && strcmp(value, "mine") == 0 ? 1 : 9;
  if (how == 'c' || how == 'd') return value == NULL ? 2 : 9;
  if (how == 'e') return strcmp(value, "mine") == 0 ? 3 : strcmp(value, "yours") == 0 ? 4 : 5;
  return value == NULL ? 6 : 7;
}

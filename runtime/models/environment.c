/* Models of what stdlib.h has for the environment: what is asked for and not set may be offered, unless the program set
 * or removed it before. */
#include <stdlib.h>
#include <string.h>

#include "model.h"

char* __cairn_model_getenv(const char* name) {
  cairn_lose_string(name);
  cairn_ask_variable(name);
  return getenv(name);
}

char* __cairn_model_secure_getenv(const char* name) {
  cairn_lose_string(name);
  cairn_ask_variable(name);
  return secure_getenv(name);
}

/* Without `replace` this asks whether there is one. */
int __cairn_model_setenv(const char* name, const char* value, int replace) {
  if (name != NULL && value != NULL) {
    cairn_lose_string(name);
    cairn_lose_string(value);
    if (!replace) cairn_ask_variable(name);
    cairn_own_variable(name);
  }
  return setenv(name, value, replace);
}

int __cairn_model_unsetenv(const char* name) {
  if (name != NULL) {
    cairn_lose_string(name);
    cairn_own_variable(name);
  }
  return unsetenv(name);
}

/* The string itself enters the environment: its value keeps its labels. Without a `=` the variable is removed. */
int __cairn_model_putenv(char* string) {
  cairn_lose_memory(string, strcspn(string, "=") + 1);
  cairn_own_variable(string);
  return putenv(string);
}

int __cairn_model_clearenv(void) {
  cairn_own_variable(NULL);
  return clearenv();
}

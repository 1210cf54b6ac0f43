/* Models of getenv and secure_getenv: what is asked for and not set may be offered. */
#include <stdlib.h>

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

// Calls a function that has the name of a library function with a model, and is the program's own (own.c).
#include <stdint.h>

#include "cairn.h"

int getline(char* line, int limit);
void report(void);

int main(void) {
  int32_t limit;
  cairn_symbolic(&limit, sizeof limit, "limit");
  char line[2] = {0, 0};
  if (getline(line, limit) == 34 && line[0] == 'x') report();
  return 0;
}

// Lines of a stream: their content and their length.
// expect: stdin 5
#include <stdlib.h>

#include "probe.h"

int main(void) {
  char* line = NULL;
  size_t room = 0;
  ssize_t first = getline(&line, &room, stdin);
  if (first == 2 && line[0] == 'k') {
    reached(1);
    ssize_t second = getline(&line, &room, stdin);
    if (second == 2 && line[0] == 'q' && line[1] == 'r') reached(2);
    if (second == -1) reached(3);
  }
  free(line);
  return 0;
}

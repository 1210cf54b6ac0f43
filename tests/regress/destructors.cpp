// Destructors of globals, and functions that run when the program ends, belong to the run. Recording ended before them.
// expect: stdin 2
#include <unistd.h>

#include "probe.h"

static uint8_t bytes[2];

struct Last {
  ~Last() {
    if (bytes[0] == 'X') reached(1);
  }
};
static Last last;

__attribute__((destructor)) static void at_the_end() {
  if (bytes[1] == 'Y') reached(2);
}

int main() { return read(0, bytes, sizeof bytes) == sizeof bytes ? 0 : 1; }

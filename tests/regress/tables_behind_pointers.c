// Tables that the reading function does not name: it has a pointer to them. Each read was pinned to the value that it
// gave, and with six of them the search gave up.
#include <stdlib.h>

#include "probe.h"

static unsigned char variable[256];
struct machine {
  int state;
  unsigned char classes[256];
};

__attribute__((noinline)) static int says(const unsigned char* table, const unsigned char* bytes, const char* word) {
  unsigned char translated[6];
  for (int i = 0; i < 6; ++i) translated[i] = table[bytes[i]];
  return memcmp(translated, word, 6) == 0;
}

__attribute__((noinline)) static int member_says(const struct machine* machine, const unsigned char* bytes) {
  for (int i = 0; i < 6; ++i)
    if (machine->classes[bytes[i]] != "member"[i]) return 0;
  return 1;
}

int main(void) {
  unsigned char* block = malloc(256);
  struct machine* machine = malloc(sizeof *machine);
  unsigned char bytes[6];
  for (int i = 0; i < 256; ++i) variable[i] = block[i] = machine->classes[i] = (unsigned char)(i * 37 + 11);
  cairn_symbolic(bytes, sizeof bytes, "bytes");
  if (says(variable, bytes, "static")) reached(1);
  if (says(block, bytes, "blocks")) reached(2);
  if (member_says(machine, bytes)) reached(3);
  free(machine);
  free(block);
  return 0;
}

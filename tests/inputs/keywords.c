// Words that chance would never put together, by themselves, in a table, in a field that is padded, and as the name of an
// option. Their comparisons are code, not data, once the compiler is done.
#include <string.h>

struct keyword {
  char name[16];
  int number;
};

static const struct keyword table[] = {{"swordfish", 1}, {"abracadabra", 2}};

static int is(const char* text, const char* word) {
  while (*word != 0)
    if (*text++ != *word++) return 0;
  return *text == 0;
}

int main(int argc, char** argv) {
  if (argc < 2) return 1;
  for (unsigned i = 0; i < sizeof table / sizeof *table; ++i) {
    if (strcmp(argv[1], table[i].name) != 0) continue;
    if (table[i].number == 1) return 3;
    return 4;
  }
  if (is(argv[1], "opensesame")) return 5;
  if (strncmp(argv[1], "--", 2) == 0 && is(argv[1] + 2, "shibboleth")) return 6;
  return 0;
}

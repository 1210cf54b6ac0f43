// Commands looked up by hash (FNV-1a, 32 bits, folded), as generated symbol tables do: the bucket decides, then the
// word is compared; what follows a command is hashed too and must match its tag.
#include <string.h>

#include "bench.h"

static const char* const words[] = {"open", "close", "read", "write", "seek", "stat", "sync", "lock"};

static uint32_t fnv(const uint8_t* s, size_t n) {
  uint32_t h = 2166136261u;
  for (size_t i = 0; i < n; ++i) h = (h ^ s[i]) * 16777619u;
  return h;
}

static uint32_t fold(uint32_t h) { return (h >> 16 ^ h) & 0xffff; }

int bench_work(const uint8_t* data, size_t size) {
  int done = 0;
  size_t at = 0;
  while (at < size) {
    size_t begin = at;
    while (at < size && data[at] != ' ' && data[at] != '\n') ++at;
    size_t n = at - begin;
    if (n < 2 || n > 6) return -1;
    uint32_t h = fold(fnv(data + begin, n));
    int found = -1;
    for (int i = 0; i < 8; ++i) {
      if (h != fold(fnv((const uint8_t*)words[i], strlen(words[i])))) continue;
      if (strlen(words[i]) == n && memcmp(words[i], data + begin, n) == 0) found = i;
    }
    if (found < 0) return -2;
    if (at < size && data[at] == ' ') {
      if (size - at < 4) return -3;
      if ((fnv(data + at + 1, 2) & 0xff) != data[at + 3]) return -4;
      at += 4;
    }
    if (at < size && data[at++] != '\n') return -5;
    ++done;
  }
  return done;
}

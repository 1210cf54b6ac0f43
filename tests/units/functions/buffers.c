/* Lengths: under many names, of structs, and beyond the bounds. */
#include <stddef.h>

struct point {
  int x, y;
};

struct entry {
  const char* name;
  int value;
};

int check_packet(const unsigned char* packet, size_t packetlen) {
  if (!packet) return packetlen > 5000 ? -9 : -1;
  if (packetlen > 64) return -2;
  if (packetlen < 6) return -3;
  if (packet[0] != 0x7e) return -4;
  return packet[5] == 'x' ? 1 : 0;
}

unsigned mix(const void* data, size_t nbytes) {
  unsigned sum = 0;
  for (size_t i = 0; i < nbytes; ++i) sum = sum * 31 + ((const unsigned char*)data)[i];
  return sum == 77 ? 1 : sum;
}

int highest(const struct point* points, int n) {
  int best = -1;
  for (int i = 0; i < n; ++i)
    if (points[i].y > best) best = points[i].y;
  return best;
}

int total(const struct entry* table, unsigned count) {
  int sum = 0;
  for (unsigned i = 0; i < count; ++i) sum ^= table[i].value;
  return sum == 5 ? -1 : sum;
}

int flags(int argc, char** argv) {
  int found = 0;
  for (int i = 1; i < argc; ++i)
    if (argv[i] && argv[i][0] == '-') ++found;
  return found;
}

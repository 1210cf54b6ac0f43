/* A record with a magic word, a type, a payload and a sum over everything that must agree before the payload counts. */
#include <stdint.h>
#include <stdio.h>

#include "cairn.h"

typedef struct record {
  uint8_t magic[4];
  uint8_t type, flags;
  uint16_t sum;
  uint8_t payload[16];
} record;

static uint16_t fletcher(const uint8_t* bytes, unsigned count) {
  unsigned a = 1, b = 0;
  for (unsigned i = 0; i < count; ++i) {
    a = (a + bytes[i]) % 255;
    b = (b + a) % 255;
  }
  return (uint16_t)(b << 8 | a);
}

static unsigned parity(const uint8_t* bytes, unsigned count) {
  unsigned x = 0;
  for (unsigned i = 0; i < count; ++i) x ^= bytes[i];
  x ^= x >> 4;
  x ^= x >> 2;
  x ^= x >> 1;
  return x & 1;
}

static int list(const uint8_t* p) {
  int count = 0;
  for (unsigned i = 0; i < 16;) {
    const unsigned size = p[i] & 7;
    if (size == 0) break;
    if (i + size >= 16) return -1;
    ++count;
    i += size + 1;
  }
  return count;
}

static void text(const uint8_t* p) {
  unsigned letters = 0, digits = 0;
  for (unsigned i = 0; i < 16; ++i) {
    if (p[i] >= 'a' && p[i] <= 'z') ++letters;
    if (p[i] >= '0' && p[i] <= '9') ++digits;
  }
  if (letters == 16) puts("a word");
  if (digits == 16) puts("a number");
  if (letters + digits > 12)
    puts("readable");
  else if (letters + digits > 2)
    puts("partly readable");
}

int main(void) {
  record r;
  cairn_symbolic(&r, sizeof r, "record");
  if (parity(r.payload, 16)) {
    puts("odd");
    if (r.payload[0] > r.payload[15]) puts("falling");
  } else {
    puts("even");
    if (r.payload[0] == r.payload[15]) puts("closed");
  }
  if (r.magic[0] != 'C' || r.magic[1] != 'R' || r.magic[2] != 'N' || r.magic[3] != 0x1a) {
    puts("no record");
    if (r.type > 200) puts("of a type of its own");
    return 1;
  }
  switch (r.type) {
    case 1: {
      const int count = list(r.payload);
      if (count < 0)
        puts("list overruns");
      else if (count == 0)
        puts("empty list");
      else if (count > 4)
        puts("long list");
      else
        puts("list");
      break;
    }
    case 2:
      text(r.payload);
      break;
    case 7:
      if (r.flags & 0x80) puts("urgent");
      if ((r.flags & 0x0f) == 0x0f) puts("all flags");
      break;
    case 0x42:
      puts("reserved");
      break;
    default:
      puts("unknown type");
      return 2;
  }
  if (r.sum != fletcher(r.payload, 16)) {
    puts("damaged");
    return 3;
  }
  puts("sound");
  if (r.flags == 0x5a && r.payload[7] == r.type) puts("and signed");
  return 0;
}

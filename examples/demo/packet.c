// A reader of a small binary format, with one bug planted where random inputs do not come.
//
//   "CRN1"  length  checksum(2)  records...
//
// A record is a tag byte and its operands:  D id value   defines a name
//                                           A id id id   adds two, defines a third
//                                           P id         prints one
// The bug: A looks both names up and forgets that one may not be defined.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { header_size = 7, max_packet = 32, max_names = 8 };

struct name {
  int value;
};

static struct name* names[max_names];

static struct name* define(uint8_t id, int value) {
  if (id >= max_names) return NULL;
  if (!names[id]) names[id] = malloc(sizeof *names[id]);
  names[id]->value = value;
  return names[id];
}

static struct name* look_up(uint8_t id) { return id < max_names ? names[id] : NULL; }

// The bytes one record takes, or 0 when it is malformed.
static size_t record(const uint8_t* p, size_t left) {
  switch (p[0]) {
    case 'D':
      if (left < 3 || !define(p[1], p[2])) return 0;
      return 3;
    case 'A': {
      if (left < 4) return 0;
      int sum = look_up(p[1])->value + look_up(p[2])->value;
      if (!define(p[3], sum)) return 0;
      return 4;
    }
    case 'P': {
      if (left < 2) return 0;
      struct name* name = look_up(p[1]);
      if (!name) return 0;
      puts("a defined name was printed");
      return 2;
    }
    default:
      return 0;
  }
}

static uint16_t checksum(const uint8_t* p, size_t size) {
  uint16_t sum = 1;
  for (size_t i = 0; i < size; i++) sum = (uint16_t)((sum << 1 | sum >> 15) ^ p[i]);
  return sum;
}

static const char* packet(const uint8_t* p, size_t size) {
  if (size < header_size) return "too short";
  for (size_t i = 0; i < 4; i++) {
    if (p[i] != "CRN1"[i]) return "not a packet";
  }
  size_t length = p[4];
  if (header_size + length > size) return "cut off";
  if (checksum(p + header_size, length) != (p[5] << 8 | p[6])) return "damaged";
  for (size_t at = 0; at < length;) {
    size_t taken = record(p + header_size + at, length - at);
    if (taken == 0) return "malformed record";
    at += taken;
  }
  return "ok";
}

int main(void) {
  uint8_t buffer[max_packet];
  ssize_t size = read(0, buffer, sizeof buffer);
  if (size < 0) return 1;
  puts(packet(buffer, (size_t)size));
  return 0;
}

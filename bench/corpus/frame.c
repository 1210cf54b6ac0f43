// Frames of a serial line: a length, data, and a CRC-32 of both by table, least significant byte first; commands in the
// data. (bench/programs/crc.c is the same sum over much data, for measuring.)
#include "bench.h"

static uint32_t table[256];

static void make_table(void) {
  for (uint32_t i = 0; i < 256; ++i) {
    uint32_t c = i;
    for (int k = 0; k < 8; ++k) c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
    table[i] = c;
  }
}

static uint32_t crc(const uint8_t* data, size_t size) {
  uint32_t c = ~0u;
  for (size_t i = 0; i < size; ++i) c = c >> 8 ^ table[(c ^ data[i]) & 0xff];
  return ~c;
}

int bench_work(const uint8_t* data, size_t size) {
  int frames = 0;
  size_t at = 0;
  make_table();
  while (at < size) {
    uint8_t length = data[at];
    if (length == 0 || length > 4 || size - at < length + 5u) return -1;
    uint32_t sum = crc(data + at, length + 1u);
    const uint8_t* end = data + at + 1 + length;
    if (end[0] != (uint8_t)sum) return -2;
    if (end[1] != (uint8_t)(sum >> 8)) return -3;
    if (end[2] != (uint8_t)(sum >> 16) || end[3] != (uint8_t)(sum >> 24)) return -4;
    switch (data[at + 1]) {
      case 'r':
        if (length != 2) return -5;
        break;
      case 'w':
        if (length < 3) return -6;
        break;
      case 'q':
        return frames;
      default:
        return -7;
    }
    ++frames;
    at += length + 5u;
  }
  return 100 + frames;
}

// CRC-32 by table: a read at a symbolic index for every byte, one long chain of operations, and one branch at the end.
#include "bench.h"

static uint32_t table[256];
static volatile int found;

static void fill_table(void) {
  for (uint32_t i = 0; i < 256; i++) {
    uint32_t c = i;
    for (int bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320 ^ c >> 1 : c >> 1;
    table[i] = c;
  }
}

int bench_work(const uint8_t* data, size_t size) {
  if (!table[1]) fill_table();
  uint32_t crc = 0xffffffff;
  for (size_t i = 0; i < size; i++) crc = table[(crc ^ data[i]) & 0xff] ^ crc >> 8;
  if (crc == 0x12345678) found = 1;
  return found;
}

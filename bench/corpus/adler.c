// A container with an Adler-32 checksum (RFC 1950): a header of two bytes that is divisible by 31, blocks of a length
// byte and data, then the checksum of the data, most significant byte first.
#include "bench.h"

enum { modulus = 65521 };

int bench_work(const uint8_t* data, size_t size) {
  if (size < 6) return -1;
  if ((data[0] & 15) != 8 || (data[0] >> 4) > 7) return -2;
  if ((data[0] * 256u + data[1]) % 31 != 0) return -3;
  if (data[1] & 32) return -4;  // a dictionary
  size_t at = 2, blocks = 0;
  uint32_t a = 1, b = 0;
  while (at < size - 4) {
    uint8_t length = data[at++];
    if (length == 0) break;
    if (length > size - 4 - at) return -5;
    for (uint8_t i = 0; i < length; ++i) {
      a = (a + data[at++]) % modulus;
      b = (b + a) % modulus;
    }
    ++blocks;
  }
  uint32_t wanted =
      (uint32_t)data[at] << 24 | (uint32_t)data[at + 1] << 16 | (uint32_t)data[at + 2] << 8 | data[at + 3];
  if (wanted != (b << 16 | a)) return -6;
  return (int)blocks;
}

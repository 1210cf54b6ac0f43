/* zlib: the input is a compressed stream of any kind (zlib, gzip, found out from its head). */
#include <stdint.h>
#include <string.h>

#include "zlib.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static uint8_t out[4096];
  z_stream stream;
  memset(&stream, 0, sizeof stream);
  if (inflateInit2(&stream, 15 + 32) != Z_OK) return 0;
  stream.next_in = (Bytef*)data;
  stream.avail_in = (uInt)size;
  for (int rounds = 0; rounds < 4; ++rounds) {
    stream.next_out = out;
    stream.avail_out = sizeof out;
    if (inflate(&stream, Z_NO_FLUSH) != Z_OK) break;
  }
  inflateEnd(&stream);
  return 0;
}

// Messages in the manner of protocol buffers: keys and 64-bit numbers as LEB128, zigzag for signed ones, fixed words of
// 32 and 64 bits, nested lengths; with rules between the fields that a schema would check.
#include <stdbool.h>
#include <string.h>

#include "bench.h"

struct in {
  const uint8_t* at;
  const uint8_t* end;
};

static bool varint(struct in* in, uint64_t* value) {
  uint64_t result = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    if (in->at == in->end) return false;
    uint8_t byte = *in->at++;
    if (shift == 63 && byte > 1) return false;
    result |= (uint64_t)(byte & 0x7f) << shift;
    if (byte < 0x80) {
      *value = result;
      return true;
    }
  }
  return false;
}

static int64_t zigzag(uint64_t v) { return (int64_t)(v >> 1) ^ -(int64_t)(v & 1); }

int bench_work(const uint8_t* data, size_t size) {
  struct in in = {data, data + size};
  uint64_t id = 0, stamp = 0, price = 0, mask = 0, key, value;
  int64_t delta = 0;
  int fields = 0;
  while (in.at < in.end) {
    if (!varint(&in, &key)) return -1;
    switch (key & 7) {
      case 0:
        if (!varint(&in, &value)) return -2;
        break;
      case 1:
        if (in.end - in.at < 8) return -3;
        memcpy(&value, in.at, 8);
        in.at += 8;
        break;
      case 2:
        if (!varint(&in, &value) || value > (uint64_t)(in.end - in.at)) return -4;
        in.at += value;
        break;
      case 5: {
        uint32_t word;
        if (in.end - in.at < 4) return -5;
        memcpy(&word, in.at, 4);
        in.at += 4;
        value = word;
        break;
      }
      default:
        return -6;
    }
    switch (key >> 3) {
      case 1:
        id = value;
        break;
      case 2:
        stamp = value;
        break;
      case 3:
        delta = zigzag(value);
        break;
      case 4:
        price = value;
        break;
      case 5:
        mask = value;
        break;
      default:
        break;
    }
    ++fields;
  }
  if (id == 0 || id >> 40 != 0) return -7;
  if (stamp < 1000000000000ull || stamp > 4000000000000ull) return -8;
  if ((int64_t)stamp + delta < 0) return -9;
  if (delta < -86400000 || delta > 86400000) return -10;
  if ((mask & ~0xff00ff00ff00ff00ull) != 0) return -11;
  if (price != 0 && (price ^ id) << 7 >> 7 == stamp - (uint64_t)delta) return 100;
  return fields;
}

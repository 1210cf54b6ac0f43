// UTF-8 by tables: a class for each byte and a transition for each state and class, in the manner of generated
// decoders; then what a text may hold: no surrogates, no noncharacters, and a few properties counted.
#include "bench.h"

enum { accept, need1, need2, need3, after_e0, after_ed, after_f0, after_f4, reject, states };

static const uint8_t classes[256] = {
    [0x00 ... 0x7f] = 0, [0x80 ... 0x8f] = 1, [0x90 ... 0x9f] = 2, [0xa0 ... 0xbf] = 3,  [0xc0 ... 0xc1] = 10,
    [0xc2 ... 0xdf] = 4, [0xe0] = 5,          [0xe1 ... 0xec] = 6, [0xed] = 7,           [0xee ... 0xef] = 6,
    [0xf0] = 8,          [0xf1 ... 0xf3] = 9, [0xf4] = 11,         [0xf5 ... 0xff] = 10,
};

static const uint8_t next[states][12] = {
    [accept] = {accept, reject, reject, reject, need1, after_e0, need2, after_ed, after_f0, need3, reject, after_f4},
    [need1] = {reject, accept, accept, accept, reject, reject, reject, reject, reject, reject, reject, reject},
    [need2] = {reject, need1, need1, need1, reject, reject, reject, reject, reject, reject, reject, reject},
    [need3] = {reject, need2, need2, need2, reject, reject, reject, reject, reject, reject, reject, reject},
    [after_e0] = {reject, reject, reject, need1, reject, reject, reject, reject, reject, reject, reject, reject},
    [after_ed] = {reject, need1, need1, reject, reject, reject, reject, reject, reject, reject, reject, reject},
    [after_f0] = {reject, reject, need2, need2, reject, reject, reject, reject, reject, reject, reject, reject},
    [after_f4] = {reject, need2, reject, reject, reject, reject, reject, reject, reject, reject, reject, reject},
    [reject] = {reject, reject, reject, reject, reject, reject, reject, reject, reject, reject, reject, reject},
};

static const uint8_t mask[12] = {0x7f, 0x3f, 0x3f, 0x3f, 0x1f, 0x0f, 0x0f, 0x0f, 0x07, 0x07, 0, 0x07};

int bench_work(const uint8_t* data, size_t size) {
  uint32_t point = 0;
  unsigned state = accept, marks = 0, letters = 0;
  for (size_t i = 0; i < size; ++i) {
    uint8_t class = classes[data[i]];
    point = (state == accept ? 0 : point << 6) | (data[i] & mask[class]);
    state = next[state][class];
    if (state == reject) return -1;
    if (state != accept) continue;
    if ((point & 0xfffe) == 0xfffe || (point >= 0xfdd0 && point <= 0xfdef)) return -2;
    if (point == 0xfeff && i > 2) return -3;
    if (point >= 0x300 && point < 0x370) {
      if (letters == 0) return -4;  // a mark with nothing to stand on
      ++marks;
    } else if (point > 0x40) {
      ++letters;
    }
    if (point == 0x1f4a9) return -5;
  }
  if (state != accept) return -6;
  return (int)(letters * 16 + marks);
}

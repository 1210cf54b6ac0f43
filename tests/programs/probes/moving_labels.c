// Data that is moved about and wiped behind itself: memory that has lost its last label counts as concrete, and gets
// labels again like any other.
#include "probe.h"

static uint8_t area[320];

NOINLINE static void move(int to, int from, int size) { memmove(area + to, area + from, (size_t)size); }
NOINLINE static void wipe(int at, int size) { memset(area + at, 0, (size_t)size); }

int main(void) {
  INPUT(uint32_t, x);
  INPUT(uint8_t, y);
  int at = 60;
  memcpy(area + at, &x, sizeof x);
  for (; at < 250; at += 3) {  // overlapping, upwards, over the ends of granules
    move(at + 3, at, 4);
    wipe(at, 3);
  }
  uint32_t z;
  memcpy(&z, area + at, sizeof z);
  if (z == 0x12345678) reached(1);
  for (; at > 20; at -= 2) {  // and back
    move(at - 2, at, 4);
    wipe(at + 2, 2);
  }
  memcpy(&z, area + at, sizeof z);
  if (z == 0x87654321) reached(2);
  for (int i = 0; i < 200; i++) {  // emptied and filled again and again
    area[130] = y;
    if (i < 199) area[130] = 0;
  }
  if (area[130] == 77) reached(3);
  // A long copy with one symbolic byte in the middle, onto itself.
  move(40, 10, 250);
  if (area[160] == 78) reached(4);
  if (area[160] == 79 && area[161] == 0 && area[250] == 0) reached(5);
  return 0;
}

// Random bytes are the same in every run: what is compared with a salt is the same condition again. A divergence shows
// when they are not.
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>

#include "probe.h"

static uint8_t salt(int how) {
  uint8_t bytes[3] = {0};
  if (how == 0) getrandom(bytes, sizeof bytes, 0);
  if (how == 1) getentropy(bytes, sizeof bytes);
  if (how == 2) arc4random_buf(bytes, sizeof bytes);
  if (how == 3) bytes[1] = (uint8_t)arc4random();
  if (how == 4) bytes[1] = (uint8_t)arc4random_uniform(200);
  return bytes[1];
}

int main(void) {
  uint8_t x[5];
  cairn_symbolic(x, sizeof x, "x");
  int right = 0;
  for (int i = 0; i < 5; ++i) {
    const uint8_t s = salt(i);
    if ((x[i] ^ s) == (('a' + i) ^ s)) ++right;
  }
  if (right == 5) reached(1);
  return 0;
}

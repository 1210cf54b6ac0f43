/* Sequences 3n + 1: how long one is, is easy to see by running and hard to solve for. */
#include <stdint.h>
#include <stdio.h>

#include "cairn.h"

static unsigned length(uint32_t n, uint32_t* peak) {
  unsigned steps = 0;
  while (n != 1 && steps < 200) {
    n = n & 1 ? 3 * n + 1 : n / 2;
    if (n > *peak) *peak = n;
    ++steps;
  }
  return steps;
}

static void classify(uint16_t start) {
  uint32_t peak = start;
  const unsigned steps = length(start, &peak);
  if (steps >= 200)
    puts("gave up");
  else if (steps > 150)
    puts("very long");
  else if (steps > 100)
    puts("long");
  else if (steps > 40)
    puts("middling");
  else if (steps > 10)
    puts("short");
  else
    puts("very short");
  if (steps == 111) puts("as long as that of 27");
  if (peak == start) puts("never rises");
  if (peak > 1000000) puts("rises above a million");
  if (peak == 9232) puts("the famous peak");
}

int main(void) {
  struct {
    uint16_t first, second;
    uint8_t mode, check;
  } in;
  cairn_symbolic(&in, sizeof in, "in");
  if (in.first == 0) {
    puts("zero");
    return 1;
  }
  classify(in.first);
  if (in.mode == 'p') {
    if (in.second == 0) {
      puts("no pair");
      return 1;
    }
    uint32_t a = in.first, b = in.second;
    const unsigned left = length(in.first, &a), right = length(in.second, &b);
    if (left == right && in.first != in.second) puts("twins");
    if (left > 2 * right) puts("left is much longer");
    if (a == b && in.first != in.second) puts("same peak");
  } else if (in.mode == 's') {
    unsigned digits = 0;
    for (unsigned n = in.first; n; n /= 10) digits += n % 10;
    if (digits == 45) puts("all nines");
    if (digits == in.check) puts("digits agree");
    if (digits % 9 == 0 && (in.check ^ digits) == 0x77) puts("a multiple of nine, masked");
  } else if (in.mode < 'a') {
    puts("no mode");
    if (in.check == in.mode) puts("twice");
  }
  return 0;
}

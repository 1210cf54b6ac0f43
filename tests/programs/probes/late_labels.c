// Labels that come into a function which has run on concrete data so far: out of memory in the middle of a loop,
// through a call in one, as a result, by a copy, and where data was concrete in the round before. Values from before
// must still be there, and so must labels when concrete data follows.
#include "probe.h"

struct cursor {
  const uint8_t* at;
  const uint8_t* end;
  uint32_t sum;
  uint32_t mask;
};

static uint8_t text[40];
static struct cursor shared;
static uint32_t secret;

// Concrete bytes, then a symbolic one, then concrete ones again.
NOINLINE static uint32_t total(struct cursor* c, uint32_t start) {
  uint32_t before = start * 3 + 1;
  while (c->at < c->end) {
    uint8_t byte = *c->at++;
    if (byte == 201) reached(1);
    c->sum = c->sum * 5 + byte;
  }
  return c->sum + before;
}

NOINLINE static uint32_t look(int i) { return i == 7 ? secret : (uint32_t)i; }
NOINLINE static void spoil(struct cursor* c, int i) {
  if (i == 5) c->mask = secret;
}

// The cursor is concrete when the loop begins; a call in it changes that.
NOINLINE static int rounds(struct cursor* c, int n) {
  int found = 0;
  for (int i = 0; i < n; i++) {
    if (c->mask == 0x1234u) found = i;
    if (i % 3 == 2) spoil(c, i);
    c->sum += (uint32_t)i;
  }
  return found;
}

// Every result but one is concrete; the copy brings a label to what was tested before it.
NOINLINE static uint32_t results(int n) {
  uint32_t kept[4] = {1, 2, 3, 4};
  uint32_t last = 0;
  for (int i = 0; i < n; i++) {
    uint32_t x = look(i);
    if (x == 0x77665544u) reached(3);
    last ^= kept[i & 3] + (uint32_t)i;
    if (i == n - 2) memcpy(&kept[2], &secret, sizeof secret);
  }
  if (kept[2] == 0xabcdef01u) reached(4);
  return last;
}

// Sorted with one symbolic number: rounds with it and rounds without it.
NOINLINE static int place_of(uint16_t x) {
  uint16_t numbers[6] = {50, 40, x, 30, 20, 10};
  for (int end = 6; end > 1; end--)
    for (int i = 1; i < end; i++)
      if (numbers[i - 1] > numbers[i]) {
        uint16_t swapped = numbers[i];
        numbers[i] = numbers[i - 1];
        numbers[i - 1] = swapped;
      }
  for (int i = 0; i < 6; i++)
    if (numbers[i] == x) return i;
  return -1;
}

int main(void) {
  INPUT(uint8_t, byte);
  INPUT(uint32_t, word);
  INPUT(uint16_t, number);
  secret = word;
  for (int i = 0; i < 40; i++) text[i] = (uint8_t)i;
  text[23] = byte;
  struct cursor c = {text, text + 40, 0, 0};
  uint32_t sum = total(&c, 5);
  struct cursor plain = {text, text + 40, 0, 0};
  text[23] = 90;
  uint32_t other = total(&plain, 5);
  if (sum == other) reached(2);  // the byte is 90
  volatile uint32_t unused = results(9);
  (void)unused;
  shared = (struct cursor){text, text + 1, 0, 0};
  if (rounds(&shared, 9) == 8) reached(5);
  if (place_of(number) == 3) reached(6);
  return 0;
}

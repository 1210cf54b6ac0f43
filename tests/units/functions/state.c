/* Variables of the file, callees, and endings. */
#include <stdlib.h>

int limit = 10;
static int used;
static unsigned history[3];
char mode = 'a';

int take(int n) {
  if (n <= 0) return -1;
  if (used + n > limit) return 0;
  used += n;
  return 1;
}

void remember(unsigned value) {
  history[2] = history[1];
  history[1] = history[0];
  history[0] = value;
  if (value > 1000) limit = 5;
}

int step(int forward) {
  if (mode == 'a') {
    if (forward) mode = 'b';
    return 0;
  }
  if (mode == 'z') return 2;
  return 1;
}

int measure(int channel);
int log_value(int value) { return value > 3 ? 7 : 8; } /* never */

int sample(int channel) {
  int v = measure(channel);
  if (v < 0) return -1;
  if (log_value(v) != 7) return 1;
  return v > 100 ? 100 : v;
}

int checked(int n) {
  if (n == 13) abort();
  if (n == 14) exit(3);
  return n + 1;
}

int first_of(const int* p) { return *p; }

int* counter_of(int which) {
  static int counters[2];
  if (which == 0) return &used;
  if (which == 1) return &limit;
  return &counters[1];
}

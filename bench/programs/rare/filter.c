/* A recursive filter in doubles over eight samples: thresholds are met by chance, exact values only by solving, and
 * flags decide what is looked at. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>

#include "cairn.h"

static double smooth(const int8_t* samples, double weight, double* high) {
  double y = 0;
  *high = -1e9;
  for (int i = 0; i < 8; ++i) {
    y = weight * samples[i] + (1 - weight) * y;
    if (y > *high) *high = y;
  }
  return y;
}

static double energy(const int8_t* samples) {
  double sum = 0;
  for (int i = 0; i < 8; ++i) sum += (double)samples[i] * samples[i];
  return sqrt(sum / 8);
}

static int crossings(const int8_t* samples) {
  int count = 0;
  for (int i = 1; i < 8; ++i) count += (samples[i] < 0) != (samples[i - 1] < 0);
  return count;
}

int main(void) {
  int8_t samples[8];
  uint8_t flags, window;
  cairn_symbolic(samples, sizeof samples, "samples");
  cairn_symbolic(&flags, sizeof flags, "flags");
  cairn_symbolic(&window, sizeof window, "window");
  double high;
  const double last = smooth(samples, 0.25, &high);
  if (high > 80)
    puts("loud");
  else if (high < 0)
    puts("always below zero");
  else
    puts("ordinary");
  if (last > 40)
    puts("ends high");
  else if (last < -40)
    puts("ends low");
  else if (last == 0)
    puts("ends at rest");
  if (last == 12.5) puts("ends at a mark");

  const double rms = energy(samples);
  if (rms > 110)
    puts("much energy");
  else if (rms < 8)
    puts("little energy");
  if (flags & 1) {
    const int count = crossings(samples);
    if (count == 7)
      puts("alternates");
    else if (count == 0)
      puts("one sign");
  }
  if ((flags & 0xf0) == 0xa0) {
    double other;
    const double slow = smooth(samples, 1.0 / 16, &other);
    if (fabs(slow - last) < 0.01) puts("both filters agree");
    if (slow > last + 30) puts("falling fast");
    if (window == 0x7e) {
      puts("windowed");
      if (floor(slow) == 7 && samples[3] == samples[4]) puts("flat in the middle");
    }
  }
  if (flags == 0xff && window == 0) puts("everything off");
  return 0;
}

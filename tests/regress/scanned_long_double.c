// %llf and %qf are long doubles for glibc, as %Lf is: the model of sscanf stored a double, and with %hf, which is a float,
// a long double.
#include <stdio.h>
#include <string.h>

#include "probe.h"

static int stores(const char* format, const void* value, size_t size) {
  unsigned char place[32], expected[32];
  memset(place, 0x55, sizeof place);
  memset(expected, 0x55, sizeof expected);
  memcpy(expected, value, size);
  return sscanf("7.5", format, (void*)place) == 1 && memcmp(place, expected, sizeof place) == 0;
}

int main(void) {
  const long double larger = 7.5L;
  const double real = 7.5;
  const float smaller = 7.5f;
  const size_t bytes = 10; /* of a long double; the rest are holes */
  if (stores("%llf", &larger, bytes) && stores("%qf", &larger, bytes) && stores("%Lf", &larger, bytes)) reached(1);
  if (stores("%lf", &real, sizeof real) && stores("%jf", &real, sizeof real)) reached(2);
  if (stores("%hf", &smaller, sizeof smaller) && stores("%f", &smaller, sizeof smaller)) reached(3);
  INPUT(uint8_t, x);
  if (x == 7) reached(4);
  return 0;
}

// errno was 22 when main began: before that the recorder had asked about signals that nobody may catch.
#include <errno.h>

#include "probe.h"

int main(void) {
  const int error = errno;
  INPUT(uint8_t, x);
  if (x == 7 && error == 0) reached(1);
  return 0;
}

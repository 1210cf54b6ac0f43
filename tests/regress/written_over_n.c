// With _FORTIFY_SOURCE, %n in a format that could have been written ends the program. The models let it pass.
// expect: bugs 1
#include <stdio.h>

#include "probe.h"

extern int __snprintf_chk(char* to, size_t room, int flag, size_t size, const char* format, ...);

int main(void) {
  INPUT(uint8_t, x);
  char format[] = "ab%n";
  char out[8];
  int written = 0;
  if (x == 'n') __snprintf_chk(out, sizeof out, 1, sizeof out, format, &written);  // FAULT
  if (x == 'm' && __snprintf_chk(out, sizeof out, 1, sizeof out, "a%n", &written) == 1 && written == 1) reached(1);
  return 0;
}

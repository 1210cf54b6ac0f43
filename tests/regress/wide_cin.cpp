// Input of std::wcin was concrete, and nobody said so.
// expect: stdin 2
// expect: loss
#include <unistd.h>

#include <iostream>

#include "probe.h"

int main() {
  char first = 0;
  if (read(0, &first, 1) == 1 && first == 'w') reached(1);
  wchar_t next = 0;
  std::wcin.get(next);
  return next == L'K' ? 2 : 0;
}

// Numbers that leave by std::cerr were told as lost. They are not, and nobody asks how many digits they have.
// expect: stdin 1
// expect: paths 3
#include <iostream>

#include "probe.h"

int main() {
  const int x = getchar();
  std::cerr << x * 1000 << ' ' << x / 4.0 << std::endl;
  std::cerr << static_cast<char>(x) << std::hex << x << std::flush;
  if (x == 77) reached(1);
  return 0;
}

// Random bytes that a file stream of the C++ library read from their device differed from run to run: the device was
// looked for only where the program had opened it itself.
// expect: stdin 3
#include <fstream>

#include "probe.h"

int main() {
  std::ifstream device("/dev/urandom", std::ios::binary);
  const auto seed = static_cast<unsigned>(device.get());
  char text[3] = {0};
  for (char& c : text) c = static_cast<char>(getchar());
  int equal = 0;
  for (unsigned i = 0; i < 3; ++i)  // where it begins is a matter of seeds
    if (text[(i + seed) % 3] == "abc"[(i + seed) % 3]) ++equal;
  if (equal == 3) reached(1);
  return 0;
}

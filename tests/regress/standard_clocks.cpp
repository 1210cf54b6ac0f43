// The clocks and the random device of the C++ library lie in its shared object, and told every run something else.
// expect: stdin 3
#include <chrono>
#include <random>

#include "probe.h"

int main() {
  std::random_device device;
  auto seed = device();
  seed ^= static_cast<unsigned>(std::chrono::system_clock::now().time_since_epoch().count());
  seed ^= static_cast<unsigned>(std::chrono::steady_clock::now().time_since_epoch().count());
  char text[3] = {0};
  for (char& c : text) c = static_cast<char>(getchar());
  int equal = 0;
  for (unsigned i = 0; i < 3; ++i)  // where it begins is a matter of seeds
    if (text[(i + seed) % 3] == "abc"[(i + seed) % 3]) ++equal;
  if (equal == 3) reached(1);
  return 0;
}

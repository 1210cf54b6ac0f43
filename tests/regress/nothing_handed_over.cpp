// Memory with labels that is given back, printed, or written over by a function that nobody follows is no loss.
// expect: stdin 1
#include <stdlib.h>

#include <iostream>
#include <sstream>
#include <string>

#include "probe.h"

int main() {
  const int x = getchar();
  const auto byte = static_cast<char>(x);
  auto* bytes = new char[4]{byte, byte, byte, byte};
  const std::string text(bytes, 4);
  delete[] bytes;
  std::ostringstream out;
  out << text << std::flush;
  double random = x;
  if (random > 3000) return 1;
  struct drand48_data state;
  srand48_r(5, &state);
  drand48_r(&state, &random);  // over what stood there
  if (random > 1) return 1;
  if (out.str()[2] == 'q') reached(1);
  return 0;
}

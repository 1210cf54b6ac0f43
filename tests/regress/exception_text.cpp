// What an exception says was concrete: its text went into the library as a string, and nothing was told.
// expect: stdin 2
#include <stdexcept>
#include <string>

#include "probe.h"

static void check(char c) {
  const std::string text = std::string("bad letter ") + c;
  if (c < 'm') throw std::out_of_range(text);
  throw std::runtime_error(text);
}

int main() {
  const int first = getchar();
  try {
    check(static_cast<char>(first));
  } catch (const std::logic_error& e) {
    if (std::string(e.what()).back() == 'k') reached(1);
  } catch (const std::exception& e) {
    const std::runtime_error copy(dynamic_cast<const std::runtime_error&>(e));
    if (copy.what()[11] == 'x') reached(2);
  }
  return 0;
}

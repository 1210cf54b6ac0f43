// Characters and numbers that went into an output stream lost their labels there.
// expect: stdin 2
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>

#include "probe.h"

int main() {
  char text[2] = {0, 0};
  if (fread(text, 1, 2, stdin) != 2) return 0;
  std::ostringstream number;
  number << text[0] * 3 << text[1];
  if (number.str() == "-96x") reached(1);
  std::ostringstream digits;
  digits.put(text[1]);
  digits << std::hex << std::setw(3) << std::setfill('0') << (text[0] & 0x7f);
  if (digits.str() == "q05e") reached(2);
  return 0;
}

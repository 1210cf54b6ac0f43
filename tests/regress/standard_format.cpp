// What lay on the stack where the library puts the format of a number was told as lost, though the library only writes
// there.
// expect: stdin 3
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>

#include "probe.h"

int main() {
  std::string line;
  while (std::getline(std::cin, line)) {
    std::string field;
    for (std::stringstream fields(line); std::getline(fields, field, ',');)
      if (field == "a") reached(1);
  }
  std::cerr << std::fixed << std::setprecision(2) << 0.5 << '\n';
  return 0;
}

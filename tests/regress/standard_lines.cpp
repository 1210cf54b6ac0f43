// Lines of an std::istream, and what std::string does to them: members of the library's own instantiation, up to C++17.
// expect: stdin 6
// expect: runs 400
#include <cctype>
#include <iostream>
#include <map>
#include <string>

#include "probe.h"

int main() {
  std::ios::sync_with_stdio(false);
  const std::map<std::string, int> words = {{"one", 1}, {"two", 2}};
  std::string line;
  while (std::getline(std::cin, line)) {
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos) continue;
    if (line.substr(0, colon) == "k") reached(1);
    if (words.count(line.substr(colon + 1)) != 0) reached(2);
    if (colon > 0 && std::tolower(static_cast<unsigned char>(line[0])) == 'q') reached(3);
  }
  if (std::cin.eof()) reached(4);
  return 0;
}

// What a C++ program reads from std::cin goes through libstdc++.so: not one of these lines was reached, and no loss was noted.
// expect: stdin 6
// expect: runs 400
#include <iostream>
#include <sstream>
#include <string>

#include "probe.h"

int main() {
  std::string word;
  int number = 0;
  if (!(std::cin >> word)) {
    reached(1);
    return 0;
  }
  if (word == "sum") reached(2);
  if (!(std::cin >> number)) return 0;
  if (number == -42) reached(3);
  std::istringstream parts(word);
  char c = 0;
  if (parts.get(c) && c == '<') reached(4);
  return 0;
}

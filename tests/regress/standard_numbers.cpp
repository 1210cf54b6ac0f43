// Numbers read by std::cin and files were told as lost where nothing was: variables that a loop reads again, and the file
// behind iterators over a stream.
// expect: stdin 3
// expect: runs 400
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include "probe.h"

int main() {
  std::vector<double> numbers;
  for (double x; numbers.size() < 2 && std::cin >> x;) numbers.push_back(x);
  if (numbers.size() == 2 && numbers[0] + numbers[1] == 9) reached(1);
  std::ifstream file("/dev/stdin");
  const std::string rest((std::istreambuf_iterator<char>(file)), {});
  if (numbers.empty() && !std::cin.eof() && rest.empty()) reached(2);
  return 0;
}

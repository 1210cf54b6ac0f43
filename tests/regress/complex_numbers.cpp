// Reading a std::complex took recorded characters and compared them inside libstdc++.so: runs went other ways than they
// were to go.

// expect: stdin 2
#include <complex>
#include <iostream>
#include <sstream>
#include <string>

#include "probe.h"

int main() {
  std::string text;
  std::getline(std::cin, text);
  std::istringstream in("(7," + text);
  std::complex<double> number;
  if (!(in >> number)) {
    reached(1);
    return 0;
  }
  if (number.real() == 7) reached(2);
  if (number.imag() == 2) reached(3);
  return 0;
}

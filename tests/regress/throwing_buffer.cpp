// A buffer that throws makes a stream bad, and what has read nothing has failed as well.
// expect: stdin 1
#include <iomanip>
#include <istream>
#include <streambuf>
#include <string>

#include "probe.h"

struct Throwing : std::streambuf {
  int underflow() override { throw 1; }
};

int main() {
  const int x = getchar();
  Throwing buffer;
  std::istream in(&buffer);
  std::string text;
  char few[4];
  const auto failed = std::ios::badbit | std::ios::failbit;
  std::getline(in, text);
  if (in.rdstate() != failed) return 1;
  in.clear();
  in.getline(few, sizeof few);
  if (in.rdstate() != failed) return 2;
  in.clear();
  in >> std::noskipws >> text;
  if (in.rdstate() != failed) return 3;
  in.clear();
  in >> std::setw(3) >> few;
  if (in.rdstate() != failed) return 4;
  if (x == 4) reached(1);
  return 0;
}

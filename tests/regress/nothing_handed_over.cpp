// Memory with labels that is given back, printed, written over by a function that is known to do only that, or that lies in nodes
// and objects which the C++ library handles, is no loss.
// expect: stdin 1
#include <stdlib.h>

#include <iostream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "probe.h"

struct Node {
  virtual ~Node() = default;
  std::string text;
};
struct Leaf : Node {};

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
  std::set<int> numbers{1, x, 5};  // which way the tree grows is pinned
  if (numbers.count(3) != 0) reached(2);
  Leaf leaf;
  leaf.text = text;
  Node* node = &leaf;
  if (dynamic_cast<Leaf*>(node) == nullptr) return 1;
  const std::vector<int> many(static_cast<std::size_t>(x & 3));
  if (many.size() == 2) reached(3);
  return 0;
}

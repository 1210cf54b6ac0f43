// A call in a function that must not throw may lead right to the head of a loop, as where a tree with a memory resource
// is torn down. The compiler crashed: the edge was split while the labels of what the loop carries had no edges yet.
// expect: stdin 3
#include <cstdio>
#include <map>
#include <memory_resource>

#include "probe.h"

int main() {
  std::pmr::map<int, int> times;
  for (int c; (c = std::getchar()) != EOF;) ++times[c];
  if (times.size() == 2 && times.begin()->first == 'x') reached(1);
  return 0;
}

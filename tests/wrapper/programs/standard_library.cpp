// What C++ programs are made of: exceptions, strings, containers, virtual functions, templates and static
// initialisation.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

struct Shape {
  virtual ~Shape() = default;
  [[nodiscard]] virtual int area() const = 0;
};

struct Square : Shape {
  explicit Square(int s) : side(s) {}
  [[nodiscard]] int area() const override { return side * side; }
  int side;
};

struct Box : Shape {
  Box(int w, int h) : width(w), height(h) {}
  [[nodiscard]] int area() const override { return width * height; }
  int width, height;
};

const std::map<std::string, int> known = {{"one", 1}, {"two", 2}};

int parse(const std::string& text) {
  if (text.empty()) throw std::invalid_argument("nothing");
  if (text[0] == '!') throw std::runtime_error("refused");
  return static_cast<int>(text.size());
}

}  // namespace

int main() {
  char buffer[8] = {0};
  const ssize_t n = read(0, buffer, sizeof buffer);
  const std::string text(buffer, buffer + (n > 0 ? n : 0));
  try {
    std::printf("parsed %d\n", parse(text));
  } catch (const std::invalid_argument& error) {
    std::printf("FOUND 1 %s\n", error.what());
  } catch (const std::runtime_error& error) {
    std::printf("FOUND 2 %s\n", error.what());
  }
  std::vector<int> numbers(text.begin(), text.end());
  std::sort(numbers.begin(), numbers.end());
  if (numbers.size() == 3 && numbers.front() == 'a' && numbers.back() == 'z') std::puts("FOUND 3");
  if (text == "cat") std::puts("FOUND 4");
  std::unique_ptr<Shape> shape = std::make_unique<Box>(3, 4);
  if (!text.empty() && text.front() == 'S') shape = std::make_unique<Square>(static_cast<int>(text.size()));
  if (shape->area() == 9) std::puts("FOUND 5");
  if (auto it = known.find(text); it != known.end()) std::printf("known %d\n", it->second);
  return 0;
}

// The front end's own conditionals were counted as the source's (was the object returned in place, does the handler
// match, is the pointer to delete null, is the static variable initialised, was this the last element): nobody could
// cover all of them. So were the lines of landing pads, and that on which a header of the library has a variable.
// expect: stdin 1
// expect: branches 20 20
// expect: lines 63 63
#include <unistd.h>

#include <iostream>
#include <stdexcept>
#include <string>

#include "probe.h"

static int alive;

struct Base {
  Base() { ++alive; }
  virtual ~Base() { --alive; }
  virtual int number() { return 1; }
};

struct Other {
  virtual ~Other() = default;
  int other = 2;
};

struct Both : Base, Other {
  int number() override { return 3; }
};

static NOINLINE std::string named(uint8_t byte) {
  std::string name = "abc";
  if (byte == 'a') name += "y";
  return name;
}

static NOINLINE int refuse(uint8_t byte) {
  std::string copy = "x";
  if (byte == 'b') throw std::runtime_error("bad " + copy);
  return 1;
}

static NOINLINE int handled(uint8_t byte) {
  try {
    return refuse(byte);
  } catch (const std::exception& error) {
    reached(1);
    return 2;
  }
}

static NOINLINE int once(uint8_t byte) {
  static Base base;
  return base.number() + byte;
}

static NOINLINE int pointers(Both* both, int (Base::*member)()) {
  Other* other = both;
  Base* base = dynamic_cast<Base*>(other);
  const int sum = other->other + (base->*member)();
  delete base;
  return sum;
}

static NOINLINE int elements(int n) {
  Base* some = new Base[n];
  Base few[2];
  const int sum = some[0].number() + few[1].number();
  delete[] some;
  return sum;
}

static NOINLINE int loop(uint8_t byte) {
  for (int i = 0; i < 3; ++i) {
    Base base;
    if (byte == 'c') return alive;
  }
  return 0;
}

// Somebody wrote these, and they look much the same; what a macro expands to has one place.
#define RETURN_IF_NULL(pointer) \
  if ((pointer) == nullptr) return 1
#define RETURN_IF_SELF(other) \
  if (this == &(other)) return *this

struct Value {
  uint8_t value;
  Value& operator=(const Value& other) {
    RETURN_IF_SELF(other);
    value = other.value;
    return *this;
  }
};

static NOINLINE int written(Value* value, Value& instead) {
  Value* either = value ?: &instead;
  instead = *either;
  RETURN_IF_NULL(value);
  return value->value;
}

int main() {
  uint8_t byte = 0;
  if (read(0, &byte, 1) != 1) return 9;
  const std::size_t size = named(byte).size();
  if (size == 4) reached(2);
  Value value{byte}, instead{'e'};
  written(byte == 'd' ? &value : nullptr, instead);
  return (handled(byte) + once(1) + pointers(new Both, &Base::number) + elements(2) + loop(byte)) & 1;
}

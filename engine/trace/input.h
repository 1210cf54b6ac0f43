// An input: named objects with bytes. What a test stores, what a run is given.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "abi/cairn_abi.h"

namespace cairn::trace {

enum class ObjectKind : std::uint8_t {
  memory = CAIRN_OBJECT_MEMORY,
  standard_input = CAIRN_OBJECT_STDIN,
  argument = CAIRN_OBJECT_ARGUMENT,
  file = CAIRN_OBJECT_FILE,
  environment = CAIRN_OBJECT_ENVIRONMENT,
  choice = CAIRN_OBJECT_CHOICE,
  buffer = CAIRN_OBJECT_BUFFER,
};

struct Object {
  ObjectKind kind = ObjectKind::memory;
  std::string name;           // at most CAIRN_NAME_SIZE - 1 bytes
  std::uint32_t ordinal = 0;  // n-th of this kind and name in a run
  bool sized = false;         // the size is part of the input: bytes.size() may go up to capacity
  std::uint32_t capacity = 0;
  std::vector<std::uint8_t> bytes;

  bool operator==(const Object&) const = default;
};

struct Input {
  std::vector<Object> objects;

  bool operator==(const Input&) const = default;
};

}  // namespace cairn::trace

// What the measuring programs share: the input of a harness from a file, and the end of the program when something
// cannot be had.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <utility>

#include "engine/base/result.h"
#include "engine/trace/input.h"

namespace cairn::bench {

template <class T>
T must(base::Result<T> result) {
  if (result.ok()) return std::move(result).value();
  std::fprintf(stderr, "bench: %s\n", result.error().message.c_str());
  std::exit(3);
}

inline trace::Input input_of(const char* file) {
  std::ifstream in(file, std::ios::binary);
  trace::Object buffer;
  buffer.kind = trace::ObjectKind::buffer;
  buffer.name = "buffer";
  buffer.bytes.assign(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  if (buffer.bytes.empty()) {
    std::fprintf(stderr, "bench: cannot read %s\n", file);
    std::exit(2);
  }
  buffer.capacity = static_cast<std::uint32_t>(buffer.bytes.size());
  return {{std::move(buffer)}};
}

}  // namespace cairn::bench

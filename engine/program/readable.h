// Names of functions as their authors wrote them.
#pragma once

#include <cxxabi.h>

#include <cstdlib>
#include <string>
#include <string_view>

namespace cairn::program {

inline std::string readable(std::string_view linkage_name) {
  std::string name(linkage_name);
  if (!name.starts_with("_Z")) return name;  // the demangler takes "f" for the type float
  int status = 0;
  char* plain = abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status);
  if (status == 0 && plain != nullptr) name = plain;
  std::free(plain);
  return name;
}

}  // namespace cairn::program

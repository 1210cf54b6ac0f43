#include "engine/base/programs.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace cairn::base {

namespace fs = std::filesystem;

bool runnable(const fs::path& file) {
  std::error_code error;
  return fs::is_regular_file(file, error) && ::access(file.c_str(), X_OK) == 0;
}

fs::path find_in_path(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::string_view rest = path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin";
  while (!rest.empty()) {
    const std::string_view folder = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(rest.size(), folder.size() + 1));
    if (const fs::path candidate = fs::path(folder.empty() ? "." : folder) / name; runnable(candidate)) {
      return candidate;
    }
  }
  return {};
}

fs::path own_directory() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error).parent_path();
}

}  // namespace cairn::base

#include "cli/workshop.h"

#include <fmt/core.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace cairn::cli {

namespace fs = std::filesystem;

base::Result<Workshop> Workshop::open(std::string_view purpose) {
  std::error_code error;
  const fs::path place = fs::temp_directory_path(error);
  if (error) return base::environment_error("there is no directory for temporary files; set TMPDIR to one");
  std::string name = (place / fmt::format("cairn-{}-XXXXXX", purpose)).string();
  if (::mkdtemp(name.data()) == nullptr) {
    return base::environment_error(fmt::format("no directory can be made in {} ({}); set TMPDIR to one where it can",
                                               place.string(), std::strerror(errno)));
  }
  return Workshop(name);
}

Workshop::~Workshop() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

}  // namespace cairn::cli

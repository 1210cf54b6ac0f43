#include "cli/compile.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "cli/run_tool.h"
#include "engine/base/programs.h"
#include "engine/suite/files.h"

namespace cairn::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 5> kPlusPlus = {".cc", ".cpp", ".cxx", ".c++", ".C"};

bool is_plus_plus(const fs::path& path) {
  return std::find(kPlusPlus.begin(), kPlusPlus.end(), path.extension().string()) != kPlusPlus.end();
}

}  // namespace

bool is_source(const fs::path& path) { return path.extension() == ".c" || is_plus_plus(path); }

base::Result<fs::path> compile_source(const fs::path& source, const fs::path& folder) {
  std::error_code error;
  if (!fs::exists(source, error)) {
    return base::misuse_error(error ? fmt::format("{} cannot be read: {}", source.string(), error.message())
                                    : fmt::format("{} does not exist", source.string()));
  }
  if (!fs::is_regular_file(source, error)) return base::misuse_error(fmt::format("{} is not a file", source.string()));
  const fs::path compiler = base::own_directory() / (is_plus_plus(source) ? "cairn-c++" : "cairn-cc");
  if (!fs::exists(compiler, error)) {
    return base::environment_error(fmt::format("{} is missing; build or install cairn completely", compiler.string()));
  }
  TRY_STATUS(suite::make_directories(folder));
  const fs::path program = fs::absolute(folder) / source.stem();
  TRY(const Ended ended,
      run_tool({compiler.string(), "-g", "-O1", "-o", program.string(), fs::absolute(source).string()}, false));
  if (ended.status != 0) return base::environment_error(fmt::format("{} does not compile", source.string()));
  return program;
}

}  // namespace cairn::cli

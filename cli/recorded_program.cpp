#include "cli/recorded_program.h"

#include <fmt/core.h>

#include <filesystem>

#include "engine/explore/session.h"
#include "engine/suite/files.h"

namespace cairn::cli {

base::Result<target::Options> recorded_program(const suite::Manifest& manifest) {
  std::error_code ignored;
  if (!std::filesystem::exists(manifest.program, ignored)) {
    return base::environment_error(
        fmt::format("{} is gone; build it again as it was when the run was made", manifest.program));
  }
  TRY(const std::uint64_t hash, suite::hash_file(manifest.program));
  if (hash != manifest.program_hash) {
    return base::environment_error(fmt::format(
        "{} has changed since the run was made; cairn update brings the suite to its new version", manifest.program));
  }
  TRY(explore::Options options, explore::options_of(manifest));
  return std::move(options.target);
}

}  // namespace cairn::cli

#include "engine/target/carried.h"

#include <fmt/core.h>
#include <unistd.h>

#include <filesystem>
#include <system_error>

namespace cairn::target {

namespace {

namespace fs = std::filesystem;

// What is below the directory of a descriptor, whichever mount it belongs to.
fs::path path_of(int directory) { return fs::path(fmt::format("/proc/self/fd/{}", directory)) / kCarried; }

base::Error carry_error(const fs::path& path, const std::error_code& error) {
  return base::environment_error(fmt::format("cannot carry {} between runs: {}", path.string(), error.message()));
}

// Copies every regular file to the same place below `into`; `each` is called for what was made there.
template <class Each>
base::Status copy_files(const fs::path& from, const fs::path& into, const Each& each) {
  std::error_code error;
  for (fs::recursive_directory_iterator at(from, error), end; !error && at != end; at.increment(error)) {
    const fs::path place = into / at->path().lexically_relative(from);
    const fs::file_status status = at->symlink_status(error);
    if (error) break;
    if (fs::is_directory(status)) {
      fs::create_directories(place, error);
    } else if (fs::is_regular_file(status)) {
      fs::copy_file(at->path(), place, fs::copy_options::overwrite_existing, error);
      if (!error) fs::last_write_time(place, at->last_write_time(error), error);
    } else {
      continue;
    }
    if (error) break;
    each(place);
  }
  return error ? base::Status(carry_error(from, error)) : base::Status();
}

}  // namespace

base::Status carry_in(const std::string& from, int into, uid_t user) {
  const fs::path place = path_of(into);
  std::error_code error;
  fs::create_directories(place, error);
  if (error) return carry_error(place, error);
  const auto hand_over = [user](const fs::path& path) { (void)!::lchown(path.c_str(), user, static_cast<gid_t>(-1)); };
  hand_over(place);
  return copy_files(from, place, hand_over);
}

base::Status carry_out(int from, const std::string& into) {
  const fs::path place = path_of(from);
  std::error_code error;
  if (!fs::is_directory(fs::symlink_status(place, error))) return {};  // the program removed it
  return copy_files(place, into, [](const fs::path&) {});
}

}  // namespace cairn::target

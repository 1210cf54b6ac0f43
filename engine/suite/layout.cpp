#include "engine/suite/layout.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>

#include "engine/suite/files.h"
#include "engine/suite/run_directory.h"

namespace cairn::suite {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSuffix = ".test";

constexpr std::array<std::string_view, 3> kFolders = {"tests", "bugs", "scratch"};
constexpr std::array<std::string_view, 9> kBeside = {"summary.json", "bugs.json", "divergences",
                                                     "update.json",  "loss.json", "report.html",
                                                     "corpus",       "ktest",     "testcomp"};
// Last: as long as the database is there, what is missing beside it can be made again.
constexpr std::array<std::string_view, 4> kDatabase = {"cairn.db", "cairn.db-wal", "cairn.db-shm", "cairn.db.new"};
// The lock is held while this happens, and build/ holds the program of the new run already.
constexpr std::array<std::string_view, 2> kLeft = {"lock", "build"};

template <std::size_t size>
bool contains(const std::array<std::string_view, size>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

fs::path numbered(const fs::path& directory, std::string_view folder, std::uint32_t number) {
  return directory / folder / fmt::format("{:06}{}", number, kSuffix);
}

std::optional<std::uint32_t> number_of(std::string_view name) {
  if (!name.ends_with(kSuffix)) return std::nullopt;
  name.remove_suffix(kSuffix.size());
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (error != std::errc{} || end != name.data() + name.size()) return std::nullopt;
  return number;
}

// Is this all that a run leaves when it ends before its database is there?
bool began_here(const fs::path& path, std::string_view name) {
  if (contains(kLeft, name) || contains(kDatabase, name)) return true;
  std::error_code error;
  return contains(kFolders, name) && fs::is_empty(path, error) && !error;
}

template <std::size_t size>
base::Status remove(const fs::path& directory, const std::array<std::string_view, size>& names) {
  std::error_code error;
  for (const std::string_view name : names) {
    fs::remove_all(directory / name, error);
    if (error) return file_error("remove", directory / name, error.value());
  }
  return {};
}

base::Status make_folders(const fs::path& directory) {
  for (const std::string_view folder : kFolders) TRY_STATUS(make_directories(directory / folder));
  return {};
}

base::Status remove_beyond(const fs::path& folder, std::uint32_t last) {
  std::error_code error;
  std::vector<fs::path> doomed;
  for (fs::directory_iterator entry(folder, error), none; !error && entry != none; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    const auto number = number_of(name);
    if (name.ends_with(kTemporarySuffix) || (number && *number > last)) doomed.push_back(entry->path());
  }
  if (error && error != std::errc::no_such_file_or_directory) return file_error("read", folder, error.value());
  for (const fs::path& path : doomed) {
    fs::remove(path, error);
    if (error) return file_error("remove", path, error.value());
  }
  return {};
}

}  // namespace

fs::path database_path(const fs::path& directory) { return directory / "cairn.db"; }
fs::path test_path(const fs::path& directory, std::uint32_t number) { return numbered(directory, "tests", number); }
fs::path bug_path(const fs::path& directory, std::uint32_t number) { return numbered(directory, "bugs", number); }

bool holds_run(const fs::path& path) {
  std::error_code error;
  return fs::exists(database_path(path), error);
}

base::Status check_directory(const fs::path& directory) {
  if (holds_run(directory)) return {};
  std::error_code error;
  for (fs::directory_iterator entry(directory, error), none; !error && entry != none; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (began_here(entry->path(), name)) continue;
    return base::misuse_error(fmt::format("{} holds other files ({}) and no run; choose another directory with -o",
                                          directory.string(), name));
  }
  if (error && error != std::errc::no_such_file_or_directory) return file_error("read", directory, error.value());
  return {};
}

base::Status prepare_directory(const fs::path& directory) {
  TRY_STATUS(check_directory(directory));
  TRY_STATUS(remove(directory, kBeside));
  TRY_STATUS(remove(directory, kFolders));
  TRY_STATUS(remove(directory, kDatabase));
  return make_folders(directory);
}

base::Status remove_leftovers(const fs::path& directory, std::uint32_t tests, std::uint32_t bugs) {
  TRY_STATUS(make_folders(directory));
  TRY_STATUS(remove_beyond(directory, UINT32_MAX));
  TRY_STATUS(remove_beyond(directory / "tests", tests));
  return remove_beyond(directory / "bugs", bugs);
}

}  // namespace cairn::suite

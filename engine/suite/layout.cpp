#include "engine/suite/layout.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <stdio.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>

#include "engine/suite/database.h"
#include "engine/suite/files.h"
#include "engine/suite/run_directory.h"
#include "engine/suite/schema.h"
#include "engine/suite/test_file.h"

namespace cairn::suite {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSuffix = ".test";

// What a run needs for a while, or can make again: nothing for version control.
constexpr std::string_view kIgnore = ".gitignore";
constexpr std::string_view kIgnored =
    "# Written by cairn, and left alone once it is changed.\n"
    "/lock\n"
    "/scratch/\n"
    "/build/\n"
    "/cairn.db-*\n"
    "/cairn.db.new*\n"
    "*.tmp\n";

constexpr std::array<std::string_view, 3> kFolders = {"tests", "bugs", "scratch"};
constexpr std::array<std::string_view, 2> kOfTests = {"tests", "bugs"};
constexpr std::array<std::string_view, 10> kBeside = {"summary.json", "bugs.json",    "divergences", "update.json",
                                                      "loss.json",    "pruning.json", "report.html", "corpus",
                                                      "ktest",        "testcomp"};
// Last: as long as the database is there, what is missing beside it can be made again.
constexpr std::array<std::string_view, 8> kDatabase = {"cairn.db",         "cairn.db-journal", "cairn.db-wal",
                                                       "cairn.db-shm",     "cairn.db.new",     "cairn.db.new-journal",
                                                       "cairn.db.new-wal", "cairn.db.new-shm"};
// The lock is held while this happens, and build/ holds the program of the new run already.
constexpr std::array<std::string_view, 2> kLeft = {"lock", "build"};

template <std::size_t size>
bool contains(const std::array<std::string_view, size>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

fs::path numbered(const fs::path& directory, std::string_view folder, std::uint32_t number) {
  return directory / folder / fmt::format("{:06}{}", number, kSuffix);
}

// Only of names that numbered() makes: others are somebody's.
std::optional<std::uint32_t> number_of(std::string_view name) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (error != std::errc{} || name != fmt::format("{:06}{}", number, kSuffix)) return std::nullopt;
  return number;
}

// The temporary neighbour of a file belongs to whom the file does.
std::string_view without_temporary(std::string_view name) {
  if (name.ends_with(kTemporarySuffix)) name.remove_suffix(kTemporarySuffix.size());
  return name;
}

// Is this all that a run leaves when it ends before its database is there?
bool began_here(const fs::path& path, std::string_view name) {
  if (contains(kLeft, name) || contains(kDatabase, name)) return true;
  if (without_temporary(name) == kIgnore) return true;
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

// Whether it says what we wrote: else it is somebody's.
bool is_our_ignore(const fs::path& path) {
  if (path.filename() != kIgnore) return false;
  const auto text = read_file(path, 2 * kIgnored.size());
  return text.ok() && *text == kIgnored;
}

base::Status write_ignore(const fs::path& directory) {
  std::error_code error;
  if (fs::symlink_status(directory / kIgnore, error).type() != fs::file_type::not_found) return {};
  return write_atomically(directory / kIgnore, kIgnored);
}

using Question = std::function<bool(const fs::path&)>;

base::Result<std::vector<fs::path>> entries(const fs::path& folder, const Question& wanted) {
  std::error_code error;
  std::vector<fs::path> found;
  for (fs::directory_iterator entry(folder, error), none; !error && entry != none; entry.increment(error)) {
    if (wanted(entry->path())) found.push_back(entry->path());
  }
  if (error && error != std::errc::no_such_file_or_directory) return file_error("read", folder, error.value());
  std::sort(found.begin(), found.end());
  return found;
}

base::Status remove_entries(const fs::path& folder, const Question& doomed) {
  TRY(const auto paths, entries(folder, doomed));
  std::error_code error;
  for (const fs::path& path : paths) {
    fs::remove_all(path, error);
    if (error) return file_error("remove", path, error.value());
  }
  return {};
}

base::Status copy_entries(const fs::path& from, const fs::path& to, const Question& wanted) {
  TRY(const auto paths, entries(from, wanted));
  std::error_code error;
  for (const fs::path& path : paths) {
    fs::copy(path, to / path.filename(), fs::copy_options::recursive, error);
    if (error) return file_error("copy", path, error.value());
  }
  return {};
}

// Half written, by its name or by its end.
base::Status remove_unfinished(const fs::path& folder, std::uint32_t last) {
  return remove_entries(folder, [last](const fs::path& path) {
    const std::string name = path.filename().string();
    const auto number = number_of(without_temporary(name));
    return number && (name.ends_with(kTemporarySuffix) || (*number > last && !is_whole(path)));
  });
}

// What is not the run's. What cannot be moved stays; somebody's list of what to ignore replaces the one that we wrote.
base::Status move_entries(const fs::path& from, const fs::path& to, const Question& others,
                          std::vector<fs::path>& left) {
  TRY(const auto paths, entries(from, others));
  for (const fs::path& path : paths) {
    const fs::path place = to / path.filename();
    const unsigned flags = is_our_ignore(place) ? 0 : RENAME_NOREPLACE;
    const bool moved = !to.empty() && ::renameat2(AT_FDCWD, path.c_str(), AT_FDCWD, place.c_str(), flags) == 0;
    if (!moved) left.push_back(path);
  }
  return {};
}

// Numbers of the tests that the run recorded: none where there is no run (any more); nothing when its database does not
// tell.
std::optional<std::unordered_set<std::uint32_t>> recorded(const fs::path& directory, std::string_view query) {
  if (!holds_run(directory)) return std::unordered_set<std::uint32_t>();
  const auto database = open_database(database_path(directory), Database::Mode::read);
  if (!database.ok()) return std::nullopt;
  auto rows = (*database)->prepare(query);
  std::unordered_set<std::uint32_t> numbers;
  while (rows.ok()) {
    const auto more = rows->step();
    if (!more.ok()) break;
    if (!*more) return numbers;
    numbers.insert(rows->unsigned32(0));
  }
  return std::nullopt;
}

// Whether a file in the folder of tests, or of bugs, is none that the run recorded.
Question foreign_in(const fs::path& directory, std::string_view folder) {
  const std::string_view query =
      folder == "tests" ? "SELECT test FROM path WHERE test IS NOT NULL" : "SELECT id FROM bug";
  return [known = recorded(directory, query)](const fs::path& path) {
    const std::string name = path.filename().string();
    const auto number = number_of(without_temporary(name));
    return !number || (known && number_of(name) && !known->contains(*number));
  };
}

}  // namespace

fs::path database_path(const fs::path& directory) { return directory / "cairn.db"; }
fs::path test_path(const fs::path& directory, std::uint32_t number) { return numbered(directory, "tests", number); }
fs::path bug_path(const fs::path& directory, std::uint32_t number) { return numbered(directory, "bugs", number); }

bool holds_run(const fs::path& path) {
  std::error_code error;
  return fs::exists(database_path(path), error);
}

base::Status check_run(const fs::path& path) {
  std::error_code error;
  if (fs::exists(database_path(path), error)) return {};
  if (error) return file_error("read", path, error.value());
  return base::misuse_error(
      fmt::format("{0} holds no run; make one with cairn run -o {0} -- ./program", path.string()));
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
  TRY_STATUS(write_ignore(directory));
  return make_folders(directory);
}

base::Status remove_leftovers(const fs::path& directory, std::uint32_t tests, std::uint32_t bugs) {
  TRY_STATUS(make_folders(directory));
  TRY_STATUS(remove_entries(directory, [](const fs::path& path) {
    const std::string name = path.filename().string();
    return name.ends_with(kTemporarySuffix) && of_run(name);
  }));
  TRY_STATUS(remove_unfinished(directory / "tests", tests));
  return remove_unfinished(directory / "bugs", bugs);
}

bool of_run(std::string_view name) {
  const bool temporary = name.ends_with(kTemporarySuffix);
  name = without_temporary(name);
  if (name == kIgnore) return temporary;  // the file itself may be somebody's
  return name == "lock" || contains(kFolders, name) || contains(kBeside, name) || contains(kDatabase, name);
}

std::vector<fs::path> foreign_tests(const fs::path& directory) {
  const Question foreign = foreign_in(directory, "tests");
  auto found = entries(directory / "tests", [&foreign](const fs::path& path) {
    return number_of(path.filename().string()) && foreign(path);
  });
  return found.ok() ? std::move(found).value() : std::vector<fs::path>();
}

std::uint32_t last_test_file(const fs::path& directory) {
  std::uint32_t last = 0;
  (void)entries(directory / "tests", [&last](const fs::path& path) {
    last = std::max(last, number_of(path.filename().string()).value_or(0));
    return false;
  });
  return last;
}

base::Status copy_run(const fs::path& from, const fs::path& to, const std::vector<std::string_view>& left_out) {
  TRY_STATUS(make_folders(to));
  TRY_STATUS(write_ignore(to));
  for (const std::string_view folder : kOfTests) {
    const Question foreign = foreign_in(from, folder);
    TRY_STATUS(copy_entries(from / folder, to / folder, [&foreign](const fs::path& path) { return !foreign(path); }));
  }
  return copy_entries(from, to, [&left_out](const fs::path& path) {
    const std::string name = path.filename().string();
    const bool moment = name == "lock" || name == "cairn.db-shm" || contains(kFolders, name);
    return of_run(name) && !name.ends_with(kTemporarySuffix) && !moment &&
           std::find(left_out.begin(), left_out.end(), name) == left_out.end();
  });
}

base::Result<std::vector<fs::path>> take_apart(const fs::path& from, const fs::path& to) {
  std::vector<fs::path> left;
  for (const std::string_view folder : kOfTests) {
    const Question foreign = foreign_in(from, folder);
    TRY_STATUS(move_entries(from / folder, to.empty() ? to : to / folder, foreign, left));
    TRY_STATUS(remove_entries(from / folder, [&foreign](const fs::path& path) { return !foreign(path); }));
  }
  const Question others = [](const fs::path& path) {
    return !of_run(path.filename().string()) && !is_our_ignore(path);
  };
  TRY_STATUS(move_entries(from, to, others, left));
  TRY_STATUS(remove_entries(from, [](const fs::path& path) {
    const std::string name = path.filename().string();
    std::error_code error;
    const bool holds_tests = contains(kOfTests, name);
    const bool ours = of_run(name) || is_our_ignore(path);
    return ours && !contains(kDatabase, name) && (!holds_tests || fs::is_empty(path, error));
  }));
  TRY_STATUS(remove(from, kDatabase));
  std::error_code error;
  if (left.empty()) fs::remove(from, error);
  if (error) return file_error("remove", from, error.value());
  return left;
}

}  // namespace cairn::suite

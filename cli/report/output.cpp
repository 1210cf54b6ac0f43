#include "cli/report/output.h"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>

#include "cli/summary.h"
#include "engine/suite/files.h"

namespace cairn::cli {
namespace {

namespace fs = std::filesystem;

}  // namespace

base::Status replaceable_file(const fs::path& file, std::string_view opening, bool force) {
  std::error_code error;
  if (fs::is_directory(file, error)) {
    return base::misuse_error(fmt::format("{} is a directory; -o wants a file for this report", typed(file)));
  }
  if (force || !fs::exists(file, error) || fs::file_size(file, error) == 0) return {};
  std::string begin(opening.size(), '\0');
  std::ifstream(file, std::ios::binary).read(begin.data(), static_cast<std::streamsize>(begin.size()));
  if (!opening.empty() && begin == opening) return {};
  return base::misuse_error(
      fmt::format("{} is there already and no report of this kind; replace it with --force, or "
                  "choose another file with -o",
                  typed(file)));
}

base::Status replaceable_folder(const fs::path& folder, bool force) {
  std::error_code error;
  if (!fs::exists(folder, error)) return {};
  if (!fs::is_directory(folder, error)) {
    return base::misuse_error(fmt::format("{} is a file; -o wants a directory for this report", typed(folder)));
  }
  if (force || fs::is_empty(folder, error)) return {};
  return base::misuse_error(
      fmt::format("{} holds files already; write into it with --force, which replaces those of "
                  "an earlier report, or choose another directory with -o",
                  typed(folder)));
}

base::Status write_report(const fs::path& file, std::string_view content) {
  if (file.has_parent_path()) TRY_STATUS(suite::make_directories(file.parent_path()));
  return suite::write_atomically(file, content);
}

base::Status write_folder(const fs::path& folder, std::string_view suffix, std::span<const ReportFile> files) {
  TRY_STATUS(suite::make_directories(folder));
  std::error_code error;
  std::vector<fs::path> stale;
  for (fs::directory_iterator entry(folder, error), none; !error && entry != none; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    const bool kept = std::ranges::find(files, name, &ReportFile::name) != files.end();
    if (!kept && name.starts_with("test") && name.ends_with(suffix) && entry->is_regular_file())
      stale.push_back(entry->path());
  }
  for (const fs::path& path : stale) {
    if (!fs::remove(path, error)) return suite::file_error("remove", path, error.value());
  }
  for (const ReportFile& file : files) TRY_STATUS(suite::write_atomically(folder / file.name, file.content));
  return {};
}

}  // namespace cairn::cli

#include "cli/report/output.h"

#include <fmt/core.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fstream>

#include "cli/summary.h"
#include "engine/suite/files.h"

namespace cairn::cli {
namespace {

namespace fs = std::filesystem;

// The files of an earlier report, and whether the folder holds anything else.
struct Earlier {
  std::vector<fs::path> files;
  bool alone = true;
};

base::Result<Earlier> earlier_report(const fs::path& folder, const FileNames& names) {
  Earlier earlier;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), none; !error && entry != none; entry.increment(error)) {
    std::error_code gone;
    if (entry->is_regular_file(gone) && names.contain(entry->path().filename().string()))
      earlier.files.push_back(entry->path());
    else
      earlier.alone = false;
  }
  if (error) return suite::file_error("read", folder, error.value());
  return earlier;
}

// Of what is no file there is no neighbour that could take its name.
base::Status write_into(const fs::path& stream, std::string_view content) {
  FILE* out = std::fopen(stream.c_str(), "ab");
  if (out == nullptr) return suite::file_error("write", stream, errno);
  const bool written = std::fwrite(content.data(), 1, content.size(), out) == content.size();
  const int error = errno;
  if (std::fclose(out) == 0 && written) return {};
  return suite::file_error("write", stream, written ? errno : error);
}

}  // namespace

bool is_stream(const fs::path& file) {
  std::error_code error;
  const fs::path folder = *fs::absolute(file, error).lexically_normal().relative_path().begin();
  const bool of_system = folder == "dev" || folder == "proc";  // /dev/stdout may well lead to a file
  return fs::exists(file, error) && (of_system || !fs::is_regular_file(file, error)) && !fs::is_directory(file, error);
}

base::Status replaceable_file(const fs::path& file, std::string_view opening, bool force) {
  std::error_code error;
  if (fs::is_directory(file, error)) {
    return base::misuse_error(fmt::format("{} is a directory; -o wants a file for this report", typed(file)));
  }
  if (force || !fs::exists(file, error) || is_stream(file) || fs::file_size(file, error) == 0) return {};
  std::string begin(opening.size(), '\0');
  std::ifstream(file, std::ios::binary).read(begin.data(), static_cast<std::streamsize>(begin.size()));
  if (begin == opening) return {};
  return base::misuse_error(
      fmt::format("{} is there already and no report of this kind; replace it with --force, or "
                  "choose another file with -o",
                  typed(file)));
}

base::Status replaceable_folder(const fs::path& folder, const FileNames& names, bool force) {
  std::error_code error;
  if (!fs::exists(folder, error)) return {};
  if (!fs::is_directory(folder, error)) {
    return base::misuse_error(fmt::format("{} is a file; -o wants a directory for this report", typed(folder)));
  }
  TRY(const Earlier earlier, earlier_report(folder, names));
  if (force || earlier.alone) return {};
  return base::misuse_error(
      fmt::format("{} holds other files than those of an earlier report; write beside them with --force, or choose "
                  "another directory with -o",
                  typed(folder)));
}

base::Status write_report(const fs::path& file, std::string_view content) {
  if (is_stream(file)) return write_into(file, content);
  if (file.has_parent_path()) TRY_STATUS(suite::make_directories(file.parent_path()));
  return suite::write_atomically(file, content);
}

base::Status write_folder(const fs::path& folder, const FileNames& names, std::span<const ReportFile> files) {
  TRY_STATUS(suite::make_directories(folder));
  TRY(const Earlier earlier, earlier_report(folder, names));
  for (const fs::path& path : earlier.files) {
    if (std::ranges::find(files, path.filename().string(), &ReportFile::name) != files.end()) continue;
    std::error_code error;
    fs::remove(path, error);
    if (error) return suite::file_error("remove", path, error.value());
  }
  for (const ReportFile& file : files) TRY_STATUS(suite::write_atomically(folder / file.name, file.content));
  return {};
}

}  // namespace cairn::cli

// Where reports are written: never over something that is not an earlier report, unless that is asked for.
#pragma once

#include <filesystem>
#include <span>
#include <string_view>

#include "cli/report/report.h"
#include "engine/base/result.h"

namespace cairn::cli {

// Whether it is no file but a pipe, a terminal or the like (/dev/stdout): reports go straight into it, nothing is read.
bool is_stream(const std::filesystem::path& file);

// Whether the file may be written: it is not there, is empty, begins like an earlier report, is a stream, or force.
base::Status replaceable_file(const std::filesystem::path& file, std::string_view opening, bool force);

// Whether files may be written into the folder: it is not there, holds nothing but files of an earlier report, or
// force.
base::Status replaceable_folder(const std::filesystem::path& folder, const FileNames& names, bool force);

// Whole or not at all, but for streams; makes the directories that lead there.
base::Status write_report(const std::filesystem::path& file, std::string_view content);

// Writes the files, and removes those of an earlier report that are not among them. Others stay.
base::Status write_folder(const std::filesystem::path& folder, const FileNames& names,
                          std::span<const ReportFile> files);

}  // namespace cairn::cli

#include "engine/explore/update_unchanged.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <system_error>

#include "engine/base/hash.h"
#include "engine/base/json_text.h"
#include "engine/program/code_image.h"
#include "engine/program/facts.h"
#include "engine/program/libraries.h"
#include "engine/suite/files.h"

namespace cairn::explore {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostSummary = 1 << 20;

std::optional<std::uint64_t> library_image(const fs::path& library) {
  struct stat status{};
  if (::stat(library.c_str(), &status) != 0) return std::nullopt;
  const auto facts = program::read_facts(library);
  if (facts.ok() && !facts->empty()) {
    const auto image = program::code_image(library);
    return image.ok() ? std::optional(*image) : std::nullopt;
  }
  std::uint64_t hash = base::hash_string(library.string());
  for (const auto value : {status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec}) {
    hash = base::combine(hash, static_cast<std::uint64_t>(value));
  }
  return hash;
}

// Everything but what belongs to a moment, or to the update before.
base::Status copy_directory(const fs::path& from, const fs::path& to) {
  constexpr std::array kLeft = {"lock", "scratch", "update.json", "cairn.db-shm"};
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(from, error)) {
    const std::string name = entry.path().filename().string();
    if (std::ranges::find(kLeft, name) != kLeft.end()) continue;
    fs::copy(entry.path(), to / name, fs::copy_options::recursive, error);
    if (error) return suite::file_error("copy", entry.path(), error.value());
  }
  return error ? suite::file_error("read", from, error.value()) : base::Status();
}

base::Status rename_program(const fs::path& out, const std::string& program) {
  TRY(const std::string text, suite::read_file(out / "summary.json", kMostSummary));
  auto summary = nlohmann::ordered_json::parse(text, nullptr, false);
  if (!summary.is_object()) return base::environment_error((out / "summary.json").string() + " cannot be read");
  summary["program"] = program;
  return suite::write_atomically(out / "summary.json", base::json_text(summary, 2) + "\n");
}

}  // namespace

std::optional<std::uint64_t> execution_image(const fs::path& program) {
  const auto own = program::code_image(program);
  const auto libraries = program::libraries_of(program);
  if (!own.ok() || !libraries.ok()) return std::nullopt;
  std::uint64_t hash = *own;
  for (const fs::path& library : *libraries) {
    const auto image = library_image(library);
    if (!image) return std::nullopt;
    hash = base::combine(hash, *image);
  }
  return hash;
}

base::Result<UpdateReport> copy_unchanged(const Heritage& heritage, const fs::path& base, const fs::path& out,
                                          const std::string& program, const std::vector<std::string>& command,
                                          UpdateMode mode) {
  TRY_STATUS(copy_directory(base, out));
  suite::Manifest manifest = heritage.manifest;
  manifest.program = program;
  manifest.command = command;
  TRY(manifest.program_hash, suite::hash_file(program));
  TRY_STATUS(suite::set_program(out, manifest));
  TRY_STATUS(rename_program(out, program));
  UpdateReport report;
  report.mode = mode;
  report.unchanged = true;
  report.program = program;
  report.old_program = heritage.manifest.program;
  report.base = heritage.totals;
  report.paths = heritage.keys.size();
  report.tests = heritage.tests.size();
  report.given_up = static_cast<std::uint64_t>(std::ranges::count_if(
      heritage.sides, [](const auto& side) { return side.second == suite::SideKnowledge::unknown; }));
  for (const OldPath& old : heritage.paths) {
    Followed& entry = report.followed.emplace_back();
    entry.path = entry.new_path = old.record.id;
    entry.test = entry.new_test = old.test;
    entry.before = entry.after = old.record.outcome;
    entry.same_path = true;
    entry.conditions = static_cast<std::uint32_t>(old.words.size());
  }
  TRY_STATUS(suite::write_atomically(out / "update.json", to_json(report)));
  return report;
}

}  // namespace cairn::explore

#include "engine/explore/update_unchanged.h"

#include <sys/stat.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "engine/base/hash.h"
#include "engine/base/json_text.h"
#include "engine/program/code_image.h"
#include "engine/program/elf.h"
#include "engine/program/facts.h"
#include "engine/program/libraries.h"
#include "engine/suite/files.h"
#include "engine/suite/layout.h"

namespace cairn::explore {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostSummary = 1 << 20;
constexpr std::size_t kMostArgument = 64 << 20;

// Whether it asks the dynamic linker for more while it runs. Of its own symbols only: the system's libraries all can.
bool loads_more(const fs::path& file) {
  const auto names = program::read_section(file, ".dynstr");
  if (!names.ok() || !*names) return false;
  const std::string_view text(reinterpret_cast<const char*>((*names)->data()), (*names)->size());
  using namespace std::string_view_literals;
  return text.find("\0dlopen\0"sv) != text.npos || text.find("\0dlmopen\0"sv) != text.npos;
}

std::optional<std::uint64_t> library_image(const fs::path& library) {
  struct stat status{};
  if (::stat(library.c_str(), &status) != 0) return std::nullopt;
  const auto facts = program::read_facts(library);
  if (facts.ok() && !facts->empty()) {
    if (loads_more(library)) return std::nullopt;
    const auto image = program::code_image(library);
    return image.ok() ? std::optional(*image) : std::nullopt;
  }
  std::uint64_t hash = base::hash_string(library.string());
  for (const auto value : {status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec}) {
    hash = base::combine(hash, static_cast<std::uint64_t>(value));
  }
  return hash;
}

// A name in an argument, alone or behind an equals sign ("--config=file"). Nothing: it may mean more than can be looked
// at, as a directory does.
std::optional<std::uint64_t> argument_image(std::string_view argument) {
  std::uint64_t hash = 0;
  for (std::size_t at = 0; at != std::string_view::npos; at = argument.find('=', at)) {
    if (at != 0) ++at;
    const std::string name(argument.substr(at));
    struct stat status{};
    if (name.empty() || name.starts_with('@') || ::stat(name.c_str(), &status) != 0) continue;
    if (S_ISDIR(status.st_mode)) return std::nullopt;
    if (!S_ISREG(status.st_mode)) continue;
    const auto content = suite::read_file(name, kMostArgument);
    if (!content.ok()) return std::nullopt;
    hash = base::combine(hash, base::hash_string(*content));
  }
  return hash;
}

base::Status rename_program(const fs::path& out, const std::string& program) {
  TRY(const std::string text, suite::read_file(out / "summary.json", kMostSummary));
  auto summary = nlohmann::ordered_json::parse(text, nullptr, false);
  if (!summary.is_object()) return base::environment_error((out / "summary.json").string() + " cannot be read");
  summary["program"] = program;
  return suite::write_atomically(out / "summary.json", base::json_text(summary, 2) + "\n");
}

}  // namespace

std::optional<std::uint64_t> execution_image(const fs::path& program, const std::vector<std::string>& command) {
  const auto own = program::code_image(program);
  const auto libraries = program::libraries_of(program);
  if (!own.ok() || !libraries.ok() || loads_more(program)) return std::nullopt;
  std::uint64_t hash = *own;
  for (const fs::path& library : *libraries) {
    const auto image = library_image(library);
    if (!image) return std::nullopt;
    hash = base::combine(hash, *image);
  }
  for (std::size_t i = 1; i < command.size(); ++i) {
    const auto image = argument_image(command[i]);
    if (!image) return std::nullopt;
    if (*image != 0) hash = base::combine(base::combine(hash, i), *image);
  }
  return hash;
}

base::Result<UpdateReport> copy_unchanged(const Heritage& heritage, const fs::path& base, const fs::path& out,
                                          const std::string& program, const std::vector<std::string>& command,
                                          UpdateMode mode) {
  suite::Manifest manifest = heritage.manifest;
  manifest.program = program;
  manifest.command = command;
  TRY(manifest.program_hash, suite::hash_file(program));
  // Reports can be made again.
  TRY_STATUS(suite::copy_run(base, out, {"update.json", "report.html", "corpus", "ktest", "testcomp"}));
  TRY_STATUS(suite::set_program(out, manifest));
  TRY_STATUS(rename_program(out, program));
  UpdateReport report;
  report.mode = mode;
  report.unchanged = true;
  report.complete = heritage.complete;
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

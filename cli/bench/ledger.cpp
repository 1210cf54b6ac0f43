#include "cli/bench/ledger.h"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#include "cli/bench/outcome_json.h"
#include "cli/summary.h"
#include "engine/base/json_text.h"
#include "engine/suite/files.h"

namespace cairn::bench {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::size_t kLargest = std::size_t{1} << 30;

Json asked(const Cell& cell, const Budget& budget, const std::vector<std::string>& options) {
  Json json;
  if (budget.runs) json["runs"] = *budget.runs;
  if (budget.seconds) json["seconds"] = *budget.seconds;
  json["options"] = options;
  json["inputs"] = cell.subject.inputs;
  json["arguments"] = cell.subject.arguments;
  return json;
}

// What the cell of a line was asked.
std::optional<Json> question_of(const std::string& line) {
  try {
    return Json::parse(line).at("asked");
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

std::string key(const std::string& name, const Json& question) { return name + " " + base::json_text(question); }

std::string today() { return fmt::format("{:%F}", fmt::gmtime(std::time(nullptr))); }

base::Error failed(const char* action, const fs::path& file) { return suite::file_error(action, file, errno); }

int open_to_append(const fs::path& file) {
  return ::open(file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
}

// All of it or nothing: half a line would be in the way of every later reader.
base::Status append(int descriptor, const fs::path& file, const std::string& line) {
  struct stat status{};
  if (::flock(descriptor, LOCK_EX) != 0 || ::fstat(descriptor, &status) != 0) return failed("write", file);
  const ssize_t written = ::write(descriptor, line.data(), line.size());
  if (written == static_cast<ssize_t>(line.size())) return {};
  const int error = written < 0 ? errno : ENOSPC;
  if (written > 0 && ::ftruncate(descriptor, status.st_size) != 0) return failed("write", file);
  return suite::file_error("write", file, error);
}

}  // namespace

base::Result<Ledger> Ledger::open(const fs::path& file, const Budget& budget, std::vector<std::string> options) {
  Ledger ledger;
  ledger.file_ = fs::absolute(file);
  ledger.budget_ = budget;
  ledger.options_ = std::move(options);
  const int descriptor = open_to_append(ledger.file_);  // better now than when the first cell is done
  if (descriptor < 0) return failed("write", file);
  ::close(descriptor);
  TRY(const std::string text, suite::read_file(file, kLargest));
  std::istringstream lines(text);
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    auto outcome = outcome_from_json(line);
    const auto question = question_of(line);
    if (!outcome || !question) {
      return base::misuse_error(
          fmt::format("line {} of {} is no cell of a bench; remove it, or give another file with --cells", number,
                      cli::typed(file)));
    }
    const std::string name = outcome->name();
    ledger.known_[key(name, *question)] = std::move(*outcome);
  }
  return ledger;
}

std::optional<Outcome> Ledger::find(const Cell& cell) const {
  const auto found = known_.find(key(cell.name(), asked(cell, budget_, options_)));
  if (found == known_.end()) return std::nullopt;
  return found->second;
}

base::Status Ledger::add(const Cell& cell, const Outcome& outcome) const {
  Json json = Json::parse(to_json(outcome));
  json["asked"] = asked(cell, budget_, options_);
  json["date"] = today();
  const int descriptor = open_to_append(file_);
  if (descriptor < 0) return failed("write", file_);
  const base::Status status = append(descriptor, file_, base::json_text(json) + "\n");
  ::close(descriptor);
  return status;
}

}  // namespace cairn::bench

#include "cli/bench/store.h"

#include <fmt/core.h>

#include <system_error>

#include "cli/bench/outcome_json.h"
#include "cli/summary.h"
#include "engine/suite/files.h"

namespace cairn::bench {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLargest = std::size_t{1} << 28;

constexpr const char* kQuestion = "experiment.json";

fs::path file_of(const fs::path& out, const Cell& cell) { return out / "cells" / (cell.name() + ".json"); }

}  // namespace

base::Status Store::check(const fs::path& out) {
  std::error_code error;
  if (fs::exists(out / kQuestion, error)) return {};
  for (fs::directory_iterator entry(out, error), none; !error && entry != none; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (name == "build") continue;  // of a source file that was to be compared, and did not get further
    return base::misuse_error(fmt::format(
        "{} holds other files ({}) and no experiment; choose another directory with -o", cli::typed(out), name));
  }
  if (error && error != std::errc::no_such_file_or_directory) return suite::file_error("read", out, error.value());
  return {};
}

base::Result<Store> Store::open(const fs::path& out, const std::string& question, bool force,
                                std::optional<Ledger> ledger) {
  TRY_STATUS(check(out));
  const fs::path file = out / kQuestion;
  const auto before = suite::read_file(file, kLargest);
  const bool other = before.ok() && *before != question;
  if (other && !force) {
    return base::misuse_error(fmt::format(
        "{} holds another experiment (other programs, inputs or budget); give another directory with -o, or "
        "replace it with --force",
        cli::typed(out)));
  }
  std::error_code error;
  if (force) {
    for (const char* name : {"cells", "inputs", "work"}) fs::remove_all(out / name, error);
  }
  TRY_STATUS(suite::make_directories(out / "cells"));
  TRY_STATUS(suite::make_directories(out / "inputs"));
  TRY_STATUS(suite::write_atomically(file, question));
  return Store(fs::absolute(out), std::move(ledger));
}

base::Result<fs::path> Store::work(std::size_t worker) const {
  const fs::path work = out_ / "work" / std::to_string(worker);
  std::error_code error;  // what cannot be removed is in the way of the cell, which says so
  fs::remove_all(work, error);
  TRY_STATUS(suite::make_directories(work));
  return work;
}

void Store::clear_work() const {
  std::error_code error;
  fs::remove_all(out_ / "work", error);
}

std::optional<Outcome> Store::find(const Cell& cell) const {
  if (ledger_) {
    if (auto known = ledger_->find(cell)) return known;
  }
  const auto text = suite::read_file(file_of(out_, cell), kLargest);
  if (!text.ok()) return std::nullopt;
  auto outcome = outcome_from_json(*text);
  return outcome && outcome->error.empty() ? outcome : std::nullopt;
}

base::Status Store::keep(const Cell& cell, const Outcome& outcome) const {
  if (ledger_ && outcome.error.empty()) TRY_STATUS(ledger_->add(cell, outcome));
  return suite::write_atomically(file_of(out_, cell), to_json(outcome) + "\n");
}

}  // namespace cairn::bench

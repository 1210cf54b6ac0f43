// Where an experiment keeps what it has: one JSON file a cell, written atomically when the cell is done.
//
//   OUT/experiment.json        what was asked for; another question needs another directory
//   OUT/cells/NAME.json        what came of a cell
//   OUT/inputs/NAME/           the inputs it kept
//   OUT/work/N/                of the cell that worker N is running
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "cli/bench/experiment.h"
#include "cli/bench/ledger.h"
#include "engine/base/result.h"

namespace cairn::bench {

class Store {
 public:
  // Refuses a directory that holds other things and no experiment: nothing of theirs is written over.
  static base::Status check(const std::filesystem::path& out);

  // Opens or makes the directory, if it is not refused. Fails when it holds another experiment than `question` (a JSON
  // text), unless force: then what it holds is forgotten.
  // Cells of the ledger count as done, and what is done is added to it.
  static base::Result<Store> open(const std::filesystem::path& out, const std::string& question, bool force,
                                  std::optional<Ledger> ledger = {});

  [[nodiscard]] const std::filesystem::path& path() const { return out_; }
  [[nodiscard]] std::filesystem::path inputs(const Cell& cell) const { return out_ / "inputs" / cell.name(); }
  [[nodiscard]] std::filesystem::path log(const Cell& cell) const { return out_ / "cells" / (cell.name() + ".log"); }
  // A fresh empty directory for the cell that this worker is about to run.
  base::Result<std::filesystem::path> work(std::size_t worker) const;
  void clear_work() const;

  // Nothing when the cell was not run yet, or failed: then it is run again.
  [[nodiscard]] std::optional<Outcome> find(const Cell& cell) const;
  base::Status keep(const Cell& cell, const Outcome& outcome) const;

 private:
  Store(std::filesystem::path out, std::optional<Ledger> ledger) : out_(std::move(out)), ledger_(std::move(ledger)) {}
  std::filesystem::path out_;
  std::optional<Ledger> ledger_;
};

}  // namespace cairn::bench

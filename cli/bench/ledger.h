// Cells that were measured before, wherever and whenever: a file of one JSON line a cell, which can be kept in version
// control and grows until a table that takes days is complete. A cell belongs to a question if budget, options, inputs
// and arguments are the same; the program may have been built elsewhere, and each line says on which
// day it was written.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/bench/experiment.h"
#include "engine/base/result.h"

namespace cairn::bench {

class Ledger {
 public:
  // An absent file is made. Fails on one that cannot be written, and on a line that is no cell.
  static base::Result<Ledger> open(const std::filesystem::path& file, const Budget& budget,
                                   std::vector<std::string> options = {});

  [[nodiscard]] std::optional<Outcome> find(const Cell& cell) const;
  // Others may add to the same file at the same time.
  base::Status add(const Cell& cell, const Outcome& outcome) const;

 private:
  std::filesystem::path file_;
  Budget budget_;
  std::vector<std::string> options_;      // of every `cairn run`
  std::map<std::string, Outcome> known_;  // by what was asked
};

}  // namespace cairn::bench

// The paper's Table 1: every heuristic many times on every model, its mean cost against the mean optimum of the models
// of the same size.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "lab/published.h"

namespace cairn::lab {

struct Cell {
  double ratio = 0;           // mean cost / mean optimum
  double standard_error = 0;  // of the ratio, from the repetitions
  double coverage = 0;        // mean share of states covered in the end
  double random_tests = 0;    // mean numbers of actions
  double solved_paths = 0;
};

struct Column {
  std::size_t states = 0;
  std::size_t models = 0;
  double optimum = 0;       // mean
  std::vector<Cell> cells;  // one for each row
};

struct Table {
  std::vector<Heuristic> rows;
  std::vector<Column> columns;  // by size
  std::uint64_t repeat = 0;
};

struct TableOptions {
  std::uint64_t repeat = 300;
  std::uint64_t seed = 1;
  Accounting accounting = Accounting::paper;
};

Table make_table(std::span<const Subject> subjects, std::span<const Heuristic> rows, const TableOptions& options);

std::string to_text(const Table& table);
std::string to_json(const Table& table);

}  // namespace cairn::lab

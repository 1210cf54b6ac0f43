#include "lab/table.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>

#include "engine/base/hash.h"

namespace cairn::lab {
namespace {

Cell measure(std::span<const Subject* const> subjects, const Heuristic& row, const TableOptions& options) {
  Cell cell;
  double cost = 0;
  double variance = 0;  // of the sum over models of their mean costs
  double optimum = 0;
  const auto repeat = static_cast<double>(options.repeat);
  for (const Subject* subject : subjects) {
    // Its own stream for every model and row: a row does not change when another is added.
    base::Rng rng(
        base::combine(base::combine(options.seed, base::hash_string(subject->name())), base::hash_string(row.name)));
    double sum = 0;
    double squares = 0;
    for (std::uint64_t i = 0; i < options.repeat; ++i) {
      Simulation simulation(*subject, options.accounting, rng.split());
      row.run(simulation);
      sum += simulation.cost();
      squares += simulation.cost() * simulation.cost();
      cell.coverage += simulation.coverage();
      cell.random_tests += static_cast<double>(simulation.random_tests());
      cell.solved_paths += static_cast<double>(simulation.solved_paths());
    }
    const double mean = sum / repeat;
    cost += mean;
    variance += std::max(0.0, squares / repeat - mean * mean) / std::max(1.0, repeat - 1);
    optimum += subject->optimum();
  }
  const double all = repeat * static_cast<double>(subjects.size());
  cell.ratio = cost / optimum;
  cell.standard_error = std::sqrt(variance) / optimum;
  cell.coverage /= all;
  cell.random_tests /= all;
  cell.solved_paths /= all;
  return cell;
}

}  // namespace

Table make_table(std::span<const Subject> subjects, std::span<const Heuristic> rows, const TableOptions& options) {
  std::map<std::size_t, std::vector<const Subject*>> by_size;
  for (const Subject& subject : subjects) by_size[subject.chain().size()].push_back(&subject);
  Table table{{rows.begin(), rows.end()}, {}, options.repeat};
  for (const auto& [states, of_size] : by_size) {
    Column& column = table.columns.emplace_back(Column{states, of_size.size(), 0, {}});
    for (const Subject* subject : of_size) column.optimum += subject->optimum();
    column.optimum /= static_cast<double>(of_size.size());
    for (const Heuristic& row : rows) column.cells.push_back(measure(of_size, row, options));
  }
  return table;
}

std::string to_text(const Table& table) {
  std::string out = fmt::format("{:<20}", "states");
  auto print = std::back_inserter(out);
  for (const Column& column : table.columns) fmt::format_to(print, "{:>22}", column.states);
  fmt::format_to(print, "\n{:<20}", "models");
  for (const Column& column : table.columns) fmt::format_to(print, "{:>22}", column.models);
  fmt::format_to(print, "\n{:<20}", "optimum");
  for (const Column& column : table.columns) fmt::format_to(print, "{:>22.2f}", column.optimum);
  out += "\n";
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const bool first = row == 0 || table.rows[row].shipped != table.rows[row - 1].shipped;
    if (first)
      fmt::format_to(print, "\n{}\n", table.rows[row].shipped ? "shipped: cairn run --strategy" : "as published");
    fmt::format_to(print, "{:<20}", table.rows[row].name);
    for (const Column& column : table.columns) {
      const Cell& cell = column.cells[row];
      const std::string covered = cell.coverage > 0.99995 ? "" : fmt::format(" ({:.1f}%)", 100 * cell.coverage);
      fmt::format_to(print, "{:>22}", fmt::format("{:.2f} ±{:.2f}{}", cell.ratio, cell.standard_error, covered));
    }
    fmt::format_to(print, "  {}\n", table.rows[row].about);
  }
  fmt::format_to(print,
                 "\nCost of covering everything as a multiple of the optimum, {} repetitions, ± standard error; in\n"
                 "parentheses what is covered in the end where that is not everything.\n",
                 table.repeat);
  return out;
}

std::string to_json(const Table& table) {
  nlohmann::ordered_json json;
  json["repeat"] = table.repeat;
  auto columns = nlohmann::ordered_json::array();
  for (const Column& column : table.columns) {
    nlohmann::ordered_json rows;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
      const Cell& cell = column.cells[row];
      rows[std::string(table.rows[row].name)] = {
          {"shipped", table.rows[row].shipped},    {"ratio", cell.ratio},
          {"standard_error", cell.standard_error}, {"coverage", cell.coverage},
          {"random_tests", cell.random_tests},     {"solved_paths", cell.solved_paths}};
    }
    columns.push_back(
        {{"states", column.states}, {"models", column.models}, {"optimum", column.optimum}, {"rows", rows}});
  }
  json["columns"] = std::move(columns);
  return json.dump(2) + "\n";
}

}  // namespace cairn::lab

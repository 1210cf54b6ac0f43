// The words of the proving ground. An experiment is a table of cells: every contender works on every subject, several
// times. A cell is independent of all others, so an interrupted experiment goes on with the cells that are missing.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cairn::bench {

// A program and everything there is of it.
struct Subject {
  std::string name;
  std::string half;                           // "choose": defaults may be chosen on it; "report": never; empty: neither
  std::map<std::string, std::string> builds;  // programs by what they are for: "cairn", "gcov", "afl", "libfuzzer"
  std::vector<std::string> arguments;         // fixed ones
  std::vector<std::string> inputs;            // options of `cairn run` that declare the inputs
  std::string objects;                        // the tree the gcov build was made in
  std::vector<std::string> own;               // patterns of its own source files in there; empty: all
};

// A way of finding inputs.
struct Contender {
  std::string name;      // as on the command line: "cfg", "bounded-dfs@14", "random-path:homi", "afl"
  std::string tool;      // "cairn", or the external tool
  std::string strategy;  // of cairn
  std::optional<std::uint32_t> depth;
  std::string prune;  // a name for --prune, or kRounds; empty: nothing is pruned
};

struct Budget {
  std::optional<std::uint64_t> runs;
  std::optional<double> seconds;
};

inline std::string name_of(const std::string& subject, const std::string& contender, std::uint32_t repeat) {
  return subject + "." + contender + "." + std::to_string(repeat);
}

struct Cell {
  Subject subject;
  Contender contender;
  std::uint32_t repeat = 1;  // from 1; the seed of the cell

  [[nodiscard]] std::string name() const { return name_of(subject.name, contender.name, repeat); }
};

// What was covered at a moment.
struct Point {
  std::uint64_t runs = 0;  // 0: not known
  double seconds = 0;
  double branches = 0;
  double lines = 0;
};

struct Outcome {
  std::string subject;
  std::string contender;
  std::uint32_t repeat = 0;
  std::string error;              // not empty: the cell failed, and why
  std::vector<Point> curve;       // by time; the last is the end of the budget
  double branches_total = 0;      // of the subject
  double branches_reachable = 0;  // in functions that were entered
  double lines_total = 0;
  std::map<std::string, double> figures;  // runs, paths, queries, memory and so on, as the tool knows them
  std::vector<std::string> covered;       // names of the branches taken, when they are known one by one

  [[nodiscard]] std::string name() const { return name_of(subject, contender, repeat); }  // of its cell
  [[nodiscard]] double branches() const { return curve.empty() ? 0 : curve.back().branches; }
  [[nodiscard]] double lines() const { return curve.empty() ? 0 : curve.back().lines; }
};

}  // namespace cairn::bench

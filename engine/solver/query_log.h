// A log of queries as a run asked them: whole, before any layer touched them, each with the parent's assignment and
// what the chain said. For replaying a run's questions to other solvers and other versions of the chain (bench/solver).
//
// A file is a sequence of blocks that stand for themselves. In a block every expression is written once
// (expr::serialize), a query is what it shares with the one before and its further constraints, and a parent is its
// difference to the one before: some ten bytes a query in a depth-first run.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <unordered_map>
#include <vector>

#include "engine/base/result.h"
#include "engine/expr/expr.h"
#include "engine/solver/solver.h"

namespace cairn::solver {

struct LoggedQuery {
  std::vector<expr::ExprId> constraints;
  expr::Assignment parent;
  Verdict verdict = Verdict::unknown;
};

class QueryLog {
 public:
  // Replaces the file. `dag` must outlive the log.
  static base::Result<std::unique_ptr<QueryLog>> create(const std::filesystem::path& file, const expr::Dag& dag);
  // Writes what is left.
  ~QueryLog();

  void add(const std::vector<expr::ExprId>& constraints, const expr::Assignment& parent, Verdict verdict);
  // Everything added so far is written; the first error there was, if any.
  base::Status flush();

 private:
  QueryLog(std::filesystem::path file, std::ofstream out, const expr::Dag& dag);
  std::uint32_t place_of(expr::ExprId id);
  void write_block();

  const std::filesystem::path file_;
  std::ofstream out_;
  const expr::Dag& dag_;
  // Of the block under way.
  std::vector<expr::ExprId> roots_;
  std::unordered_map<expr::ExprId, std::uint32_t> places_;  // in roots_
  std::vector<std::uint8_t> queries_;
  std::uint32_t count_ = 0;
  std::vector<expr::ExprId> last_;
  expr::Assignment last_parent_;
};

// All queries of a log, in `dag`. A block cut short at the end, by a kill, is left out; anything else that is wrong is
// an error.
[[nodiscard]] base::Result<std::vector<LoggedQuery>> read_queries(expr::Dag& dag, const std::filesystem::path& file);

}  // namespace cairn::solver

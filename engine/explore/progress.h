// What an exploration may spend, what it has done so far, and who wants to hear of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/program/coverage.h"

namespace cairn::explore {

struct Budget {
  std::optional<double> seconds;
  std::optional<std::uint64_t> runs;
  std::optional<std::uint64_t> queries{};
};

enum class End : std::uint8_t {
  explored,  // the strategy has nothing left to try
  time,      // the seconds are used up
  runs,      // the runs are used up
  queries,   // the queries are used up
  stopped,   // the user, or a limit, asked for it
};

// What others did who explored the same program at the same time (peers.h).
struct PeerTotals {
  std::uint64_t workers = 0;   // most at the same time
  std::uint64_t runs = 0;      // of theirs
  std::uint64_t received = 0;  // inputs they shared
  std::uint64_t sent = 0;      // inputs that were shared with them
};

// Over all sessions on one run directory.
struct Totals {
  double seconds = 0;
  std::uint64_t runs = 0;
  std::uint64_t paths = 0;  // distinct ones; runs that failed an assumption are none
  std::uint64_t tests = 0;
  std::uint64_t bugs = 0;
  std::uint64_t timeouts = 0;
  std::uint64_t flips_tried = 0;    // solved inputs that were run
  std::uint64_t flips_arrived = 0;  // and took the flipped side
  std::uint64_t divergences = 0;
  std::uint64_t symbolic_steps = 0;  // of all runs together, and of these:
  std::uint64_t pins = 0;
  std::uint64_t symbolic_loss = 0;
  std::uint64_t bursts = 0;         // of mutants, which are run without recording and are not among `runs`:
  std::uint64_t mutants = 0;        // how many that were
  std::uint64_t mutants_found = 0;  // and how many were worth recording
  std::uint64_t full = 0;           // runs whose recording ended early, or is too long for the tree
  std::uint64_t corrupted = 0;      // runs whose recording makes no sense from some place on

  std::uint64_t settled = 0;  // sides a precedent settled: no query
  std::uint64_t queries = 0;
  std::uint64_t sat = 0;
  std::uint64_t unsat = 0;
  std::uint64_t unknown = 0;
  std::uint64_t stored = 0;  // answered from the store
  std::uint64_t complete_calls = 0;
  std::uint64_t complete_conditions = 0;  // of all these calls
  std::uint64_t complete_largest = 0;     // the most conditions of one
  std::uint64_t optimistic = 0;           // inputs that satisfy a flipped condition alone: --optimistic
  std::uint64_t optimistic_paths = 0;     // new paths they took
  std::uint64_t optimistic_sides = 0;     // sides of the source they were meant for and took first
  double solver_seconds = 0;
  double settle_seconds = 0;    // spent on finding out what a precedent knows
  double open_sum = 0;          // of the open sides after each run
  std::uint64_t evictions = 0;  // times the tree was emptied for want of memory
  std::uint64_t rebuilt = 0;    // runs that brought paths back afterwards; not among `runs`
  double strategy_seconds = 0;  // what the strategy took to choose and to learn
  double running_seconds = 0;   // in the target and on the way to it
  double decoding_seconds = 0;  // until tree and coverage knew of the runs
  double mutant_seconds = 0;    // in bursts
  double keeping_seconds = 0;   // for tests and what else goes into the run directory
  PeerTotals peers;
};

// Adds what another exploration did to find its paths; what it found is counted where that is taken in.
void add_work(Totals& totals, const Totals& other);

struct Progress {
  Totals totals;
  program::Figures coverage;
  std::size_t open = 0;
  std::size_t unknown = 0;             // sides that the solver gave up, or that runs ended before
  std::size_t diverged = 0;            // sides that nobody took, since solved inputs went elsewhere
  std::size_t beyond_cap = 0;          // pins whose other values are not tried
  std::size_t beyond_depth = 0;        // sides that are not tried since they are too deep
  std::vector<std::string> variables;  // of the last report: those the program asked for and was offered
  double runs_per_second = 0;          // since the last report
  bool last = false;                   // the exploration has ended
};

// Everything reported is durable already.
class Reporter {
 public:
  virtual ~Reporter() = default;
  virtual void progress(const Progress& progress) = 0;
};

}  // namespace cairn::explore

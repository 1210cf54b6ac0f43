// What the runs so far have covered of the program.
//
// A run leaves a vector of counters. Almost every run covers nothing new, so the question "is any counter set for the
// first time?" is answered by one pass over two flat arrays; everything else happens once per counter in a session.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/program/program.h"

namespace cairn::program {

struct Share {
  std::uint64_t covered = 0, total = 0;

  bool operator==(const Share&) const = default;
};

struct Figures {
  Share branches;               // sides of sites
  std::uint64_t reachable = 0;  // sides in functions that were entered
  Share lines, blocks, instructions;

  bool operator==(const Figures&) const = default;
};

class Coverage {
 public:
  // The program outlives it.
  explicit Coverage(const Program& program);

  // Adds a run; cut_short as Program::complete says. The sides covered for the first time, in the order of their
  // counters; valid until the next call.
  std::span<const SideId> add(std::span<const std::uint32_t> counters, bool cut_short = false);

  [[nodiscard]] bool covered(SideId side) const { return sides_[side.value]; }
  [[nodiscard]] bool covered(BlockId block) const { return blocks_[block.value]; }
  [[nodiscard]] bool covered(LineId line) const { return lines_[line.value]; }
  [[nodiscard]] bool entered(FunctionId function) const;
  // The counters of the run added last, with those that follow from others, and how many runs there were.
  [[nodiscard]] std::span<const std::uint32_t> latest() const { return complete_; }
  [[nodiscard]] std::uint64_t runs() const { return runs_; }
  // How often all runs together set each counter.
  [[nodiscard]] std::span<const std::uint64_t> totals() const { return totals_; }
  [[nodiscard]] const Figures& figures() const { return figures_; }

 private:
  void cover(SideId side);
  void cover(BlockId block);

  const Program& program_;
  std::vector<std::uint32_t> complete_;  // the run's counters with the derived ones
  std::vector<std::uint64_t> totals_;
  std::uint64_t runs_ = 0;
  std::vector<std::uint32_t> virgin_;  // all ones: the counter was never set; 0: it was
  std::vector<bool> sides_, blocks_, lines_;
  std::vector<SideId> fresh_;
  std::vector<BlockId> work_;
  Figures figures_;
};

// How often one run executed each block. Blocks without a counter get the sum over their incoming edges: an edge of a
// side counts by the side, an unconditional one by the block it comes from. cut_short as Program::complete says.
[[nodiscard]] std::vector<std::uint64_t> block_counts(const Program& program, std::span<const std::uint32_t> counters,
                                                      bool cut_short = false);

}  // namespace cairn::program

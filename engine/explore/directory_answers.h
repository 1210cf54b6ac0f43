// The answer store of a run directory: answers are served from memory, every new one is queued for the directory, and
// those of earlier sessions are there from the start.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/base/result.h"
#include "engine/solver/answer_store.h"
#include "engine/suite/run_directory.h"

namespace cairn::explore {

// What a stored proof needs: its constraints by hash, ascending. Empty for answers that are no proofs, and for what
// another version of the canonical form wrote.
[[nodiscard]] std::vector<std::uint64_t> core_of(const suite::StoredAnswer& stored);

class DirectoryAnswers final : public solver::AnswerStore {
 public:
  // Reads what the directory holds. It must outlive this object.
  static base::Result<std::unique_ptr<DirectoryAnswers>> open(suite::RunDirectory& directory);

  std::optional<solver::StoredAnswer> lookup(std::span<const std::uint64_t> constraints) override;
  void insert(std::span<const std::uint64_t> constraints, const solver::StoredAnswer& answer) override;

  // Drops the answers in memory; the directory keeps them.
  void forget() { memory_ = solver::make_memory_store(); }

  // The first error the directory gave, to be looked at when flushing: the solver cannot act on it.
  [[nodiscard]] const base::Status& status() const { return status_; }

 private:
  explicit DirectoryAnswers(suite::RunDirectory& directory);

  suite::RunDirectory& directory_;
  std::unique_ptr<solver::AnswerStore> memory_;
  base::Status status_;
};

}  // namespace cairn::explore

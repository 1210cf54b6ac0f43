// Where symbolic data was lost (D8 in docs/architecture.md): into which function, from which line, how often, how much.
// What a model lost counts for the line that called the model.
#pragma once

#include <map>
#include <tuple>
#include <vector>

#include "engine/program/program.h"
#include "engine/suite/losses.h"
#include "engine/trace/decode.h"

namespace cairn::explore {

class Losses {
 public:
  Losses(const program::Program& program, const trace::Decoder& decoder) : program_(program), decoder_(decoder) {}

  void add(const trace::DecodedRun& run);
  // Of an earlier session.
  void recall(const std::vector<suite::LossRecord>& records);

  // Most frequent first.
  [[nodiscard]] std::vector<suite::LossRecord> records() const;

  // Writes OUT/loss.json, unless nothing was added since.
  base::Status write(const std::filesystem::path& out);

 private:
  using Key = std::tuple<std::string, std::string, std::string, std::string, std::uint32_t>;
  struct Sum {
    std::uint64_t count = 0, bytes = 0, runs = 0;
  };

  [[nodiscard]] Key place_of(const trace::Loss& loss) const;

  const program::Program& program_;
  const trace::Decoder& decoder_;
  std::map<Key, Sum> sums_;
  bool written_ = false;
};

}  // namespace cairn::explore

// What a single call reaches of the file under test: the explored harness run once more, with nothing but its counters
// looked at. What builds the arguments has none.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/base/context.h"
#include "engine/base/result.h"
#include "engine/program/program.h"
#include "engine/target/target.h"
#include "unit/variation.h"

namespace cairn::cli {

struct Reached {
  std::vector<std::uint32_t> sides, blocks;  // in increasing order
  std::uint64_t counts = 0;                  // how often each of them, as a hash
};

class UnitReach {
 public:
  // `options`: of the exploration. The context must outlive the result.
  static base::Result<std::unique_ptr<UnitReach>> start(base::Context& context, target::Options options);

  // Nothing: an assumption did not hold.
  base::Result<std::optional<Reached>> run(const unit::Inputs& inputs);

 private:
  UnitReach(std::unique_ptr<target::Target> target, program::Program program)
      : target_(std::move(target)), program_(std::move(program)) {}

  std::unique_ptr<target::Target> target_;
  program::Program program_;
};

}  // namespace cairn::cli

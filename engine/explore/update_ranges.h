// Changed ranges: with a fixed order of sides (true before false, cases as they stand) every test splits the paths into
// those before and those after it (ranged symbolic execution). A changed range goes from the first stored input that no
// longer follows its path to the next that does.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/explore/update_report.h"
#include "engine/tree/tree.h"

namespace cairn::explore {

class RangeFinder {
 public:
  explicit RangeFinder(const tree::Tree& tree) : tree_(tree) {}

  // A stored input was run and took these sides; `same`: its path is unchanged.
  void add(std::uint32_t path, std::span<const tree::SideId> sides, bool same);

  [[nodiscard]] std::vector<ChangedRange> ranges();

 private:
  struct Entry {
    std::vector<std::uint32_t> outcomes;
    std::uint32_t path;
    bool same;
  };

  const tree::Tree& tree_;
  std::vector<Entry> entries_;
};

}  // namespace cairn::explore

#include "engine/target/moving.h"

#include <algorithm>
#include <cstring>

namespace cairn::target {
namespace {

constexpr std::uint64_t kFar = 1ull << 40;  // from here on: libraries, what is mapped, stacks, and position-independent
constexpr std::uint64_t kEnd = 1ull << 47;  // programs with their heap
constexpr std::uint64_t kHeap = 1ull << 30;  // behind a program that lies low

class Moving {
 public:
  explicit Moving(std::span<const cairn_image> images) : images_(images) {
    if (!images.empty()) heap_ = images.front().end;
  }

  bool operator()(std::uint64_t value) const {
    if (value >= kEnd || (value < kFar && value - heap_ >= kHeap)) return false;
    return std::ranges::none_of(images_, [&](const cairn_image& i) { return i.begin <= value && value <= i.end; });
  }

 private:
  std::span<const cairn_image> images_;
  std::uint64_t heap_ = kEnd;
};

}  // namespace

bool holds_moving_addresses(const trace::RawRun& run, std::span<const cairn_image> images) {
  const Moving moving(images);
  for (const cairn_node& node : run.nodes) {
    if (node.op != CAIRN_OP_Const && (node.flags & CAIRN_NODE_IMM) == 0) continue;
    if (moving(node.imm) || moving(-node.imm)) return true;  // x - address may be recorded as a sum
  }
  for (std::size_t i = 0; i + sizeof(std::uint64_t) <= run.tables.size(); i += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, run.tables.data() + i, sizeof word);
    if (moving(word)) return true;
  }
  return false;
}

}  // namespace cairn::target

#include "engine/target/moving.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "engine/trace/path.h"

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

  // x - address may be recorded as a sum.
  [[nodiscard]] bool either(std::uint64_t value) const { return (*this)(value) || (*this)(-value); }

  bool operator()(std::uint64_t value) const {
    if (value >= kEnd || (value < kFar && value - heap_ >= kHeap)) return false;
    return std::ranges::none_of(images_, [&](const cairn_image& i) { return i.begin <= value && value <= i.end; });
  }

 private:
  std::span<const cairn_image> images_;
  std::uint64_t heap_ = kEnd;
};

// x + address: where an element of an array lies. That is asked of nobody when the element is read, which makes a table
// of the array, and when it is written the question is which element: the address stands on both sides.
bool is_place(const cairn_node& node) { return node.op == CAIRN_OP_Add && node.flags == CAIRN_NODE_IMM; }

// Nodes that others, tables or conditions rest on. What may not be a node's number is taken for one.
class Used {
 public:
  explicit Used(const trace::RawRun& run) : used_(run.nodes.size()) {
    for (const cairn_node& node : run.nodes) {
      use(node.a);
      if (node.flags != 0) continue;
      use(node.b);
      use(node.c);
    }
    for (std::size_t i = 0; i + sizeof(cairn_label) <= run.tables.size(); i += sizeof(cairn_label)) {
      cairn_label label = 0;
      std::memcpy(&label, run.tables.data() + i, sizeof label);
      use(label >> CAIRN_LANE_BITS);
    }
  }

  void use(std::uint32_t number) {
    if (number >= CAIRN_INPUT_LIMIT && number - CAIRN_INPUT_LIMIT < used_.size())
      used_[number - CAIRN_INPUT_LIMIT] = true;
  }
  [[nodiscard]] bool operator[](std::size_t index) const { return used_[index]; }

 private:
  std::vector<bool> used_;
};

bool asks_for_places(const trace::RawRun& run, const Moving& moving) {
  Used used(run);
  for (const cairn_event& event : run.events) {
    const std::uint32_t index = event.node - CAIRN_INPUT_LIMIT;
    const bool cancels = is_pin(static_cast<trace::EventKind>(event.kind)) && index < run.nodes.size() &&
                         is_place(run.nodes[index]) && !moving.either(event.value - run.nodes[index].imm);
    if (!cancels) used.use(event.node);
  }
  for (std::size_t i = 0; i < run.nodes.size(); ++i)
    if (used[i] && is_place(run.nodes[i]) && moving.either(run.nodes[i].imm)) return true;
  return false;
}

}  // namespace

bool holds_moving_addresses(const trace::RawRun& run, std::span<const cairn_image> images) {
  const Moving moving(images);
  bool places = false;
  for (const cairn_node& node : run.nodes) {
    if (node.op != CAIRN_OP_Const && (node.flags & CAIRN_NODE_IMM) == 0) continue;
    if (!moving.either(node.imm)) continue;
    if (!is_place(node)) return true;
    places = true;
  }
  if (places && asks_for_places(run, moving)) return true;
  for (std::size_t i = 0; i + sizeof(std::uint64_t) <= run.tables.size(); i += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, run.tables.data() + i, sizeof word);
    if (moving(word)) return true;
  }
  return false;
}

}  // namespace cairn::target

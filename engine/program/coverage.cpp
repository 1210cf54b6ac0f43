#include "engine/program/coverage.h"

#include <algorithm>

#include "engine/base/check.h"

namespace cairn::program {
namespace {

// Counters looked at together: wide enough to be worth vector instructions, small enough to search when one is new.
constexpr std::size_t kStretch = 64;

}  // namespace

Coverage::Coverage(const Program& program)
    : program_(program),
      totals_(program.counters(), 0),
      virgin_(program.counters(), ~0u),
      sides_(program.sides()),
      blocks_(program.blocks().size()),
      lines_(program.lines().size()) {
  figures_.branches.total = program.sides();
  figures_.lines.total = program.lines().size();
  figures_.blocks.total = program.blocks().size();
  for (const Block& block : program.blocks()) figures_.instructions.total += block.instructions;
}

bool Coverage::entered(FunctionId function) const {
  CHECK(function.value < program_.functions().size());
  const Slice& blocks = program_.functions()[function.value].blocks;
  return blocks.count > 0 && blocks_[blocks.first];
}

std::span<const SideId> Coverage::add(std::span<const std::uint32_t> recorded, bool cut_short) {
  fresh_.clear();
  ++runs_;
  const std::size_t size = std::min(recorded.size(), virgin_.size());
  complete_.assign(recorded.begin(), recorded.begin() + static_cast<std::ptrdiff_t>(size));
  program_.complete(complete_, cut_short);
  const std::span<const std::uint32_t> counters = complete_;
  for (std::size_t i = 0; i < size; ++i) totals_[i] += counters[i];
  for (std::size_t begin = 0; begin < size; begin += kStretch) {
    const std::size_t end = std::min(begin + kStretch, size);
    std::uint32_t any = 0;
    for (std::size_t i = begin; i < end; ++i) any |= counters[i] & virgin_[i];
    if (any == 0) continue;
    for (std::size_t i = begin; i < end; ++i) {
      if ((counters[i] & virgin_[i]) == 0) continue;
      virgin_[i] = 0;
      const auto counter = static_cast<std::uint32_t>(i);
      if (const SideId side = program_.side_of_counter(counter); side.valid()) cover(side);
      if (const BlockId block = program_.block_of_counter(counter); block.valid()) cover(block);
    }
  }
  return fresh_;
}

void Coverage::cover(SideId side) {
  if (sides_[side.value]) return;
  sides_[side.value] = true;
  ++figures_.branches.covered;
  fresh_.push_back(side);
  const BlockId from = program_.sites()[program_.site_of(side).value].block;
  if (!from.valid()) return;
  for (const Edge& edge : program_.successors(from)) {
    if (edge.side == side && !program_.blocks()[edge.to.value].counted) cover(edge.to);
  }
}

void Coverage::cover(BlockId first) {
  work_.assign(1, first);
  while (!work_.empty()) {
    const BlockId id = work_.back();
    work_.pop_back();
    if (blocks_[id.value]) continue;
    blocks_[id.value] = true;
    const Block& block = program_.blocks()[id.value];
    ++figures_.blocks.covered;
    figures_.instructions.covered += block.instructions;
    for (const LineId line : program_.lines_of(id)) {
      if (!lines_[line.value]) ++figures_.lines.covered;
      lines_[line.value] = true;
    }
    const Function& function = program_.functions()[block.function.value];
    if (function.blocks.first == id.value) {
      for (std::uint32_t i = 0; i < function.sites.count; ++i) {
        figures_.reachable += program_.sites()[function.sites.first + i].sides.count;
      }
    }
    for (const Edge& edge : program_.successors(id)) {
      if (!edge.side.valid() && !program_.blocks()[edge.to.value].counted) work_.push_back(edge.to);
    }
  }
}

std::vector<std::uint64_t> block_counts(const Program& program, std::span<const std::uint32_t> recorded,
                                        bool cut_short) {
  std::vector<std::uint32_t> counters(recorded.begin(), recorded.end());
  program.complete(counters, cut_short);
  const auto blocks = program.blocks();
  std::vector<std::uint64_t> counts(blocks.size(), 0), sides(program.sides(), 0);
  const auto size = static_cast<std::uint32_t>(std::min<std::size_t>(counters.size(), program.counters()));
  for (std::uint32_t i = 0; i < size; ++i) {
    if (const SideId side = program.side_of_counter(i); side.valid()) sides[side.value] += counters[i];
    if (const BlockId block = program.block_of_counter(i); block.valid()) counts[block.value] += counters[i];
  }
  // Side edges are known. Unconditional ones wait for their source: Kahn's order over the blocks that have no counter.
  std::vector<std::uint32_t> waiting(blocks.size(), 0);
  const auto derived = [&](const Edge& edge) { return !blocks[edge.to.value].counted; };
  for (std::uint32_t b = 0; b < blocks.size(); ++b) {
    for (const Edge& edge : program.successors(BlockId(b))) {
      if (!derived(edge)) continue;
      if (edge.side.valid()) {
        counts[edge.to.value] += sides[edge.side.value];
      } else {
        ++waiting[edge.to.value];
      }
    }
  }
  std::vector<std::uint32_t> ready;
  for (std::uint32_t b = 0; b < blocks.size(); ++b) {
    if (waiting[b] == 0) ready.push_back(b);
  }
  while (!ready.empty()) {
    const std::uint32_t b = ready.back();
    ready.pop_back();
    for (const Edge& edge : program.successors(BlockId(b))) {
      if (!derived(edge) || edge.side.valid()) continue;
      counts[edge.to.value] += counts[b];
      if (--waiting[edge.to.value] == 0) ready.push_back(edge.to.value);
    }
  }
  return counts;
}

}  // namespace cairn::program

#include "engine/search/program_rewards.h"

#include <algorithm>
#include <utility>

namespace cairn::search {

namespace {

using program::BlockId;
using program::FunctionId;

// A row is made anew when the counts behind it have grown by this share: every time while they are small, and ever more
// rarely, since a single run then changes little.
constexpr std::uint64_t kGrowth = 16;

// A loop nobody leaves ends with the run, some time.
constexpr double kGoesOn = 0.9;

// Where a run begins: main, or the function a fuzzing harness has instead.
FunctionId first_function(const program::Program& program) {
  FunctionId harness;
  for (std::uint32_t f = 0; f < program.functions().size(); ++f) {
    const program::Function& function = program.functions()[f];
    if (function.blocks.count == 0) continue;
    if (function.name == "main") return FunctionId{f};
    if (function.name == "LLVMFuzzerTestOneInput") harness = FunctionId{f};
  }
  return harness;
}

}  // namespace

ProgramRewards::ProgramRewards(const program::Program& program, Estimate estimate)
    : program_(program),
      estimate_(estimate),
      targets_(program.sides()),
      counts_(program.sides(), 0),
      chosen_(program.sides(), 0),
      used_(program.blocks().size(), 0) {
  if (const FunctionId first = first_function(program); first.valid()) {
    start_ = program.functions()[first.value].blocks.first;
    has_start_ = true;
  }
  cut_recursion();
  build_steps();
  find_endless();
  rewards_ = std::make_unique<markov::Rewards>(successors_);
  for (State block = 0; block < successors_.size(); ++block) {
    set_row(block);
    uncovered_.push_back(block);
    const auto edges = program.successors(BlockId{block});
    if (edges.size() > 1 && edges.front().side.valid()) branching_.push_back(block);
  }
  solved_ = &rewards_->solve();
}

// Depth first over the functions; a call of a function that is still being looked at is dropped.
void ProgramRewards::cut_recursion() {
  const auto functions = program_.functions();
  std::vector<std::vector<FunctionId>> all(functions.size());
  for (std::uint32_t f = 0; f < functions.size(); ++f) {
    for (std::uint32_t b = 0; b < functions[f].blocks.count; ++b) {
      for (const std::uint32_t call : program_.calls_of(BlockId{functions[f].blocks.first + b})) {
        for (const FunctionId callee : program_.callees(call)) {
          if (functions[callee.value].blocks.count > 0) all[f].push_back(callee);
        }
      }
    }
    std::ranges::sort(all[f]);
    const auto twice = std::ranges::unique(all[f]);
    all[f].erase(twice.begin(), twice.end());
  }
  enum class Seen : std::uint8_t { no, begun, done };
  std::vector<Seen> seen(functions.size(), Seen::no);
  callees_.resize(functions.size());
  std::vector<std::pair<std::uint32_t, std::size_t>> stack;
  const auto visit = [&](std::uint32_t root) {
    if (seen[root] != Seen::no) return;
    seen[root] = Seen::begun;
    stack.push_back({root, 0});
    while (!stack.empty()) {
      auto& [f, next] = stack.back();
      if (next == all[f].size()) {
        seen[f] = Seen::done;
        stack.pop_back();
        continue;
      }
      const FunctionId callee = all[f][next++];
      if (seen[callee.value] == Seen::begun) continue;
      callees_[f].push_back(callee);
      if (seen[callee.value] == Seen::done) continue;
      seen[callee.value] = Seen::begun;
      stack.push_back({callee.value, 0});
    }
  };
  if (has_start_) visit(program_.blocks()[start_].function.value);
  for (std::uint32_t f = 0; f < functions.size(); ++f) visit(f);
  for (auto& kept : callees_) std::ranges::sort(kept);
}

void ProgramRewards::build_steps() {
  const auto blocks = program_.blocks();
  calls_.resize(blocks.size());
  successors_.resize(blocks.size());
  for (State block = 0; block < blocks.size(); ++block) {
    for (const program::Edge& edge : program_.successors(BlockId{block})) {
      successors_[block].push_back(edge.to.value);
      if (edge.side.valid()) targets_[edge.side.value] = edge.to;
    }
    const auto& kept = callees_[blocks[block].function.value];
    for (const std::uint32_t call : program_.calls_of(BlockId{block})) {
      std::size_t defined = 0;
      for (const FunctionId callee : program_.callees(call)) {
        defined += program_.functions()[callee.value].blocks.count > 0 ? 1 : 0;
      }
      for (const FunctionId callee : program_.callees(call)) {
        if (!std::ranges::binary_search(kept, callee)) continue;
        const State entry = program_.functions()[callee.value].blocks.first;
        calls_[block].push_back({call, entry, 1.0 / static_cast<double>(defined)});
        successors_[block].push_back(entry);
      }
    }
    std::ranges::sort(successors_[block]);
    const auto twice = std::ranges::unique(successors_[block]);
    successors_[block].erase(twice.begin(), twice.end());
  }
}

void ProgramRewards::find_endless() {
  const auto blocks = program_.blocks();
  std::vector<std::vector<State>> before(blocks.size());
  std::vector<State> work;
  endless_.assign(blocks.size(), true);
  for (State block = 0; block < blocks.size(); ++block) {
    const auto edges = program_.successors(BlockId{block});
    for (const program::Edge& edge : edges) before[edge.to.value].push_back(block);
    if (!edges.empty()) continue;
    endless_[block] = false;
    work.push_back(block);
  }
  while (!work.empty()) {
    const State block = work.back();
    work.pop_back();
    for (const State from : before[block]) {
      if (!endless_[from]) continue;
      endless_[from] = false;
      work.push_back(from);
    }
  }
}

void ProgramRewards::set_row(State block) {
  if (successors_[block].empty()) return;
  const auto edges = program_.successors(BlockId{block});
  row_counts_.clear();
  std::uint64_t sum = 0;
  for (const program::Edge& edge : edges) {
    std::uint64_t count = 0;
    if (edge.side.valid()) {
      const std::uint64_t counted = counts_[edge.side.value];
      sum += counted;
      count = counted - std::min<std::uint64_t>(counted, chosen_[edge.side.value]);
    }
    row_counts_.push_back(count);
  }
  used_[block] = sum;
  std::vector<double>& probabilities = row_;
  if (edges.empty()) {
    probabilities.clear();
  } else if (estimate_ == Estimate::laplace) {
    markov::laplace(row_counts_, probabilities);
  } else {
    markov::good_turing(row_counts_, probabilities);
  }
  std::vector<double> row(successors_[block].size(), 0);
  const auto at = [&](State to) -> double& {
    return row[static_cast<std::size_t>(std::ranges::lower_bound(successors_[block], to) - successors_[block].begin())];
  };
  for (std::size_t i = 0; i < edges.size(); ++i) {
    at(edges[i].to.value) += probabilities[i] * (endless_[block] ? kGoesOn : 1);
  }
  for (const CallStep& call : calls_[block]) at(call.entry) += call.weight;
  rewards_->set_probabilities(block, row);
}

bool ProgramRewards::counts_matter(State block) {
  std::uint64_t sum = 0;
  for (const program::Edge& edge : program_.successors(BlockId{block})) {
    if (edge.side.valid()) sum += counts_[edge.side.value];
  }
  return sum > used_[block] && (sum - used_[block]) * kGrowth >= used_[block];
}

std::size_t ProgramRewards::update(const program::Coverage& coverage) {
  std::ranges::fill(counts_, 0);
  const auto totals = coverage.totals();
  for (std::uint32_t i = 0; i < totals.size(); ++i) {
    if (const program::SideId side = program_.side_of_counter(i); side.valid()) counts_[side.value] += totals[i];
  }
  for (const State block : branching_) {
    if (counts_matter(block)) set_row(block);
  }
  const std::size_t looked_at = (totals.size() + branching_.size() + uncovered_.size()) / 8;
  std::erase_if(uncovered_, [&](State block) {
    if (!coverage.covered(BlockId{block})) return false;
    rewards_->set_gain(block, 0);
    return true;
  });
  solved_ = &rewards_->solve();
  return looked_at + rewards_->recomputed();
}

double ProgramRewards::start() const { return has_start_ ? (*solved_)[start_] : 0; }

double ProgramRewards::edges_reward(State block) const {
  double rest = (*solved_)[block] - rewards_->gain(block);
  for (const CallStep& step : calls_[block]) rest -= step.weight * (*solved_)[step.entry];
  return std::max(rest, 0.0);  // rounding
}

double ProgramRewards::side(program::SideId side) const {
  if (targets_[side.value].valid()) return (*solved_)[targets_[side.value].value];
  const BlockId block = program_.sites()[program_.site_of(side).value].block;
  return block.valid() ? edges_reward(block.value) : 0;
}

double ProgramRewards::behind(std::uint32_t call) const {
  const program::Call* facts = program_.call(call);
  if (facts == nullptr || !facts->block.valid()) return 0;
  const State block = facts->block.value;
  double sum = edges_reward(block);
  const auto order = program_.calls_of(facts->block);
  const auto here = std::ranges::find(order, call);
  for (const CallStep& step : calls_[block]) {
    if (here != order.end() && std::find(here + 1, order.end(), step.call) != order.end()) {
      sum += step.weight * (*solved_)[step.entry];
    }
  }
  return sum;
}

}  // namespace cairn::search

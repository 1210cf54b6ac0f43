#include "cli/unit_choice.h"

#include <algorithm>
#include <utility>

namespace cairn::cli {
namespace {

constexpr std::size_t kMostCandidates = 1500;

unit::Inputs drawn(const trace::Input& input) {
  unit::Inputs out;
  for (const trace::Object& object : input.objects) {
    if (object.kind == trace::ObjectKind::memory) out.push_back({object.name, object.bytes});
  }
  return out;
}

// Whether there are new ones among them.
bool add(const std::vector<std::uint32_t>& numbers, std::set<std::uint32_t>& to) {
  const std::size_t before = to.size();
  to.insert(numbers.begin(), numbers.end());
  return to.size() > before;
}

}  // namespace

std::vector<Candidate> candidates_of(const std::vector<suite::Test>& tests, const std::vector<suite::BugRecord>& bugs) {
  const auto rank = [&](const suite::PathRecord& path) {
    if (path.outcome.ending == trace::Ending::timed_out) return 2;
    const bool crashed = std::ranges::any_of(bugs, [&](const suite::BugRecord& bug) { return bug.path == path.id; });
    return crashed || path.new_sides > 0 ? 0 : 1;
  };
  std::vector<Candidate> candidates;
  for (const int wanted : {0, 1, 2}) {
    for (const suite::Test& test : tests) {
      const suite::PathRecord& path = test.content.path;
      if (candidates.size() < kMostCandidates && rank(path) == wanted)
        candidates.push_back({drawn(path.input), path.input, wanted == 0, wanted != 2});
    }
  }
  return candidates;
}

template <class Wanted>
void Choice::move_to(std::vector<Candidate>& chosen, std::size_t most, Wanted wanted) {
  std::vector<Candidate> rest;
  for (Candidate& each : left_) (chosen.size() < most && wanted(each) ? chosen : rest).push_back(std::move(each));
  left_ = std::move(rest);
}

std::vector<Candidate> Choice::next(const CaseList& list, std::size_t most) {
  std::vector<Candidate> chosen;
  std::set<std::uint32_t> sides, blocks;  // that the chosen ones reach
  move_to(chosen, most, [&](const Candidate& each) {
    if (!list.extended_by(each.reached)) return false;
    const bool more_sides = add(each.reached.sides, sides), more_blocks = add(each.reached.blocks, blocks);
    return each.matters || more_sides || more_blocks;
  });
  for (const Candidate& each : chosen) ways_.insert(each.reached.counts);
  if (!list.full()) {
    move_to(chosen, most,
            [&](const Candidate& each) { return each.matters || ways_.insert(each.reached.counts).second; });
  }
  return chosen;
}

std::vector<Candidate> Choice::take_rest(std::size_t most) {
  std::vector<Candidate> chosen;
  move_to(chosen, most, [](const Candidate& each) { return each.ends; });
  return chosen;
}

}  // namespace cairn::cli

#include "engine/explore/update_behaviour.h"

#include <unordered_map>
#include <utility>

namespace cairn::explore {

namespace {

// What the old version does with a test of the new suite; nothing when that is not known.
base::Result<std::optional<suite::Behaviour>> before(const suite::Test& test, const suite::Test* old,
                                                     const suite::Execute& old_build) {
  using Known = std::optional<suite::Behaviour>;
  if (old_build) {
    TRY(suite::Behaviour seen, old_build(test.content.path.input));
    return Known(std::move(seen));
  }
  if (old == nullptr) return Known();
  return Known({old->content.path.outcome, old->content.path.output});
}

}  // namespace

base::Status compare_behaviour(const Heritage& heritage, const std::vector<suite::Test>& tests,
                               const suite::Execute& old_build, const base::Context& context, UpdateReport& report) {
  std::unordered_map<std::uint32_t, const Followed*> by_new_path;
  for (const Followed& each : report.followed) {
    if (each.new_path != 0) by_new_path.emplace(each.new_path, &each);
    // Inputs that are no test have no output to compare; how they end is known of all.
    if (each.new_test != 0 || each.before == each.after) continue;
    report.behaviour.push_back(
        {0, each.test, each.path, suite::compare({each.before, std::nullopt}, {each.after, std::nullopt})});
  }
  std::unordered_map<std::uint32_t, const suite::Test*> old_tests;
  for (const suite::Test& test : heritage.tests) old_tests.emplace(test.number, &test);

  for (const suite::Test& test : tests) {
    if (context.stop) return {};
    const auto found = by_new_path.find(test.content.path.id);
    const Followed* from = found == by_new_path.end() ? nullptr : found->second;
    const auto old = from == nullptr ? old_tests.end() : old_tests.find(from->test);
    TRY(auto known, before(test, old == old_tests.end() ? nullptr : old->second, old_build));
    if (!known && from != nullptr) known = suite::Behaviour{from->before, std::nullopt};
    if (!known) continue;
    const suite::Behaviour now{test.content.path.outcome, test.content.path.output};
    report.outputs_compared += known->output && now.output ? 1 : 0;
    auto differences = suite::compare(*known, now);
    if (differences.empty()) continue;
    report.behaviour.push_back(
        {test.number, from == nullptr ? 0 : from->test, from == nullptr ? 0 : from->path, std::move(differences)});
  }
  return {};
}

}  // namespace cairn::explore

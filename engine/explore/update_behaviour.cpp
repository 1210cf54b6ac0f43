#include "engine/explore/update_behaviour.h"

#include <unordered_map>
#include <utility>

#include "engine/suite/expectations.h"

namespace cairn::explore {

namespace {

using OldTests = std::unordered_map<std::uint32_t, const suite::Test*>;

// What the old version does with an input; nothing when that is not known.
base::Result<std::optional<suite::Behaviour>> before(const trace::Input& input, const suite::Test* old,
                                                     const suite::Execute& old_build) {
  using Known = std::optional<suite::Behaviour>;
  if (old_build) {
    TRY(suite::Behaviour seen, old_build(input));
    return Known(std::move(seen));
  }
  if (old == nullptr) return Known();
  return Known({old->content.path.outcome, old->content.path.output});
}

const suite::Test* find(const OldTests& tests, std::uint32_t number) {
  const auto found = tests.find(number);
  return found == tests.end() ? nullptr : found->second;
}

// A test of the old suite that is none of the new one: its output counts too.
base::Status compare_dropped(const Followed& each, const suite::Test& old, const Builds& builds, UpdateReport& report) {
  const trace::Input& input = old.content.path.input;
  TRY(auto known, before(input, &old, builds.old_version));
  suite::Behaviour now{each.after, std::nullopt};
  const bool ended = each.after.ending == trace::Ending::exited || each.after.ending == trace::Ending::signalled;
  if (ended && known->output && builds.new_version) {
    TRY(suite::Behaviour seen, builds.new_version(input));
    if (seen.outcome == each.after) now.output = std::move(seen.output);
  }
  report.outputs_compared += known->output && now.output ? 1 : 0;
  auto differences = suite::compare(*known, now);
  if (!differences.empty()) report.behaviour.push_back({0, each.test, each.path, std::move(differences)});
  return {};
}

}  // namespace

base::Status compare_behaviour(const Heritage& heritage, const std::vector<suite::Test>& tests, const Builds& builds,
                               const base::Context& context, UpdateReport& report) {
  OldTests old_tests;
  for (const suite::Test& test : heritage.tests) old_tests.emplace(test.number, &test);
  std::unordered_map<std::uint32_t, const Followed*> by_new_path;
  std::size_t dropped = 0;
  for (const Followed& each : report.followed) {
    if (each.new_path != 0) by_new_path.emplace(each.new_path, &each);
    if (each.new_test != 0) continue;
    const suite::Test* old = find(old_tests, each.test);
    if (old != nullptr && dropped < suite::kMostExpectations && !context.stop) {
      ++dropped;
      TRY_STATUS(compare_dropped(each, *old, builds, report));
    } else if (each.before != each.after) {
      // Inputs that are no test have no output to compare; how they end is known of all.
      report.behaviour.push_back(
          {0, each.test, each.path, suite::compare({each.before, std::nullopt}, {each.after, std::nullopt})});
    }
  }

  for (const suite::Test& test : tests) {
    if (context.stop) return {};
    const auto found = by_new_path.find(test.content.path.id);
    const Followed* from = found == by_new_path.end() ? nullptr : found->second;
    const suite::Test* old = from == nullptr ? nullptr : find(old_tests, from->test);
    TRY(auto known, before(test.content.path.input, old, builds.old_version));
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

base::Status carry_over_outputs(const Heritage& heritage, const std::vector<Followed>& followed,
                                suite::RunDirectory& directory) {
  OldTests old_tests;
  for (const suite::Test& test : heritage.tests) old_tests.emplace(test.number, &test);
  TRY(const auto tests, suite::load_tests(directory.path()));
  std::unordered_map<std::uint32_t, const suite::TestFile*> by_path;
  for (const suite::Test& test : tests) by_path.emplace(test.content.path.id, &test.content);
  for (const Followed& each : followed) {
    const suite::Test* old = find(old_tests, each.test);
    const auto now = by_path.find(each.new_path);
    if (old == nullptr || now == by_path.end() || now->second->path.output || each.before != each.after) continue;
    const auto& output = old->content.path.output;
    if (output) TRY_STATUS(directory.add_expectation(each.new_path, *output));
  }
  return directory.flush();
}

}  // namespace cairn::explore

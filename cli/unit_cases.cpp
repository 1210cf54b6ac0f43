#include "cli/unit_cases.h"

#include <fmt/format.h>

#include <algorithm>

namespace cairn::cli {
namespace {

// Of the cases that stand for paths, so many more may be crashes that showed nothing new.
std::size_t crash_share(std::size_t limit) { return limit / 4 + 1; }

bool is_given(unit::Role role) {
  return role == unit::Role::argument || role == unit::Role::object || role == unit::Role::variable ||
         role == unit::Role::stub;
}

// The call as if it had done nothing.
unit::Watched idle(const unit::Watched& seen) {
  unit::Watched out;
  out.observation.returned = seen.observation.returned;
  out.observation.objects = seen.observation.objects;
  for (unit::Observed& object : out.observation.objects) {
    object.freed = false;
    object.after = is_given(object.role) ? object.before : std::vector<std::uint8_t>();
  }
  return out;
}

bool any_outside(const std::vector<std::uint32_t>& numbers, const std::set<std::uint32_t>& known) {
  return std::ranges::any_of(numbers, [&](std::uint32_t each) { return !known.contains(each); });
}

}  // namespace

std::size_t Outcome::tested() const {
  std::set<std::uint32_t> all;
  for (const auto& [name, each] : sides) all.insert(each.begin(), each.end());
  return all.size();
}

CaseList::CaseList(const unit::Plan& plan, std::size_t number, std::size_t limit)
    : plan_(plan), number_(number), limit_(limit) {
  cases_.function = plan.functions[number].declared.name;
}

Worth CaseList::add(const WatchedPair& pair, Source source, const Reached& reached, Outcome& outcome) {
  const bool path = source != Source::another;
  const unit::Watched& seen = pair.first;
  if (seen.ending == unit::Ending::rejected) return Worth::rejected;
  if (seen.ending == unit::Ending::undefined) {
    outcome.undefined += path ? 1 : 0;
    return Worth::undefined;
  }
  const std::string name = fmt::format("{}_case_{}", cases_.function, cases_.cases.size() + 1);
  auto made = unit::make_case(plan_, number_, seen, pair.second);
  const bool ends = !unit::timed_out(seen) && seen.ending != unit::Ending::exhausted;
  if (!made || !ends) {
    outcome.unsteady += path ? 1 : 0;
    return Worth::unsteady;
  }
  for (const unit::Observed& object : seen.observation.objects) {
    if (object.before.size() < object.size) large_.insert(object.name);
  }
  if (!wanted(*made, source, reached) || !bodies_.insert(made->body).second) return Worth::usable;
  const bool known = !behaviours_.emplace(behaviour(pair, *made), reached.sides).second;
  if (!path && known) return Worth::usable;
  const bool crashed = made->ending == unit::Ending::signalled;
  if (crashed) ++outcome.crashes;
  if (path) ++(crashed ? crashes_ : paths_);
  sides_.insert(reached.sides.begin(), reached.sides.end());
  blocks_.insert(reached.blocks.begin(), reached.blocks.end());
  outcome.sides[name] = reached.sides;
  cases_.cases.push_back({name, std::move(*made)});
  return Worth::usable;
}

bool CaseList::extended_by(const Reached& reached) const {
  return any_outside(reached.sides, sides_) || any_outside(reached.blocks, blocks_);
}

bool CaseList::wanted(const unit::Case& made, Source source, const Reached& reached) const {
  if (source == Source::another) return made.ending == unit::Ending::returned && cases_.cases.size() < 2 * limit_;
  if (extended_by(reached)) return true;
  if (made.ending == unit::Ending::signalled) return source == Source::found || crashes_ < crash_share(limit_);
  return !full();
}

// The result and what changed: that a call left something alone tells nothing about other content of it.
std::string CaseList::behaviour(const WatchedPair& pair, const unit::Case& made) const {
  std::set<std::string> unchanged;
  const unit::Watched still = idle(pair.first);
  if (const auto without = unit::make_case(plan_, number_, still, still)) {
    for (const unit::CaseCheck& check : without->checks) unchanged.insert(check.statement);
  }
  std::string text = fmt::format("{} {}\n", static_cast<int>(made.ending), made.code);
  for (const unit::CaseCheck& check : made.checks) {
    if (!unchanged.contains(check.statement)) text += check.statement;
  }
  return text;
}

unit::FunctionCases CaseList::take(Outcome& outcome) {
  outcome.cases = cases_.cases.size();
  const unit::PlannedFunction& function = plan_.functions[number_];
  const unit::TypeIndex result = function.declared.result;
  if (!function.result && plan_.description.bare_type(result).kind != unit::Kind::nothing) {
    cases_.remarks.push_back(
        fmt::format("the result is not checked: its type is {}", unit::spell(plan_.description, result, "")));
  }
  if (!large_.empty())
    cases_.remarks.push_back(fmt::format("only the beginning is checked of {}", fmt::join(large_, ", ")));
  if (outcome.undefined > 0)
    cases_.remarks.push_back(fmt::format(
        "{} calls do what C does not define (overflow, access outside of objects): not written", outcome.undefined));
  if (outcome.unsteady > 0)
    cases_.remarks.push_back(
        fmt::format("{} calls do not end, or end otherwise each time: not written", outcome.unsteady));
  return std::move(cases_);
}

}  // namespace cairn::cli

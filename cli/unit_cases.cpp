#include "cli/unit_cases.h"

#include <fmt/format.h>

namespace cairn::cli {

CaseList::CaseList(const unit::Plan& plan, std::size_t number, std::size_t limit)
    : plan_(plan), number_(number), limit_(limit) {
  cases_.function = plan.functions[number].declared.name;
}

Worth CaseList::add(const WatchedPair& pair, bool path, Outcome& outcome) {
  const unit::Watched& seen = pair.first;
  if (seen.ending == unit::Ending::rejected) return Worth::rejected;
  if (seen.ending == unit::Ending::undefined) {
    outcome.undefined += path ? 1 : 0;
    return Worth::undefined;
  }
  const std::string name = fmt::format("{}_case_{}", cases_.function, cases_.cases.size() + 1);
  auto made = unit::make_case(plan_, number_, name, seen, pair.second);
  const bool ends = !unit::timed_out(seen) && seen.ending != unit::Ending::exhausted;
  if (!made || !ends) {
    outcome.unsteady += path ? 1 : 0;
    return Worth::unsteady;
  }
  for (const unit::Observed& object : seen.observation.objects) {
    if (object.before.size() < object.size) large_.insert(object.name);
  }
  if (path || (made->ending == unit::Ending::returned && cases_.cases.size() < 2 * limit_))
    keep(name, std::move(*made), path, outcome);
  return Worth::usable;
}

void CaseList::keep(const std::string& name, unit::Case made, bool path, Outcome& outcome) {
  const bool known = !bodies_.insert(made.body).second;
  const bool seen = !made.checks.empty() && !checks_.insert(unit::text_of(made.checks)).second;
  if (known || (!path && seen)) return;
  if (made.ending == unit::Ending::signalled) ++outcome.crashes;
  cases_.cases.push_back({name, std::move(made)});
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

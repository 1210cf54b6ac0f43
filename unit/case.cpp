#include "unit/case.h"

#include "unit/arrangement.h"
#include "unit/scene.h"

namespace cairn::unit {

std::vector<CaseCheck> with_variables(const std::vector<CaseCheck>& checks, const std::set<std::size_t>& variables) {
  return without(checks,
                 [&](const CaseCheck& check) { return check.variable && !variables.contains(*check.variable); });
}

std::size_t drop_checks(Case& made, const std::set<std::string>& lines) {
  const std::size_t before = made.checks.size();
  made.checks = without(made.checks, [&](const CaseCheck& check) {
    return lines.contains(check.statement.substr(0, check.statement.find('\n')));
  });
  return before - made.checks.size();
}

std::optional<Case> make_case(const Plan& plan, std::size_t function, const Watched& first, const Watched& second) {
  if (first.ending != second.ending || first.code != second.code) return std::nullopt;
  Case out;
  out.ending = first.ending;
  out.code = first.code;
  Scene scene(plan, function, first.observation);
  out.body = arrangement_and_call(scene);
  out.stubs = scene.stubs();
  if (out.ending != Ending::returned) return out;

  Scene other(plan, function, second.observation);
  arrangement_and_call(other);  // which stubs are used
  std::set<std::string> again;
  for (CaseCheck& check : checks_of(other)) again.insert(std::move(check.statement));
  out.checks = without(checks_of(scene), [&](const CaseCheck& check) { return !again.contains(check.statement); });
  return out;
}

}  // namespace cairn::unit

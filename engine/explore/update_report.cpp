#include "engine/explore/update_report.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/base/json_text.h"
#include "engine/suite/test_file.h"

namespace cairn::explore {

namespace {

using Json = nlohmann::ordered_json;

Json to_json(const Followed& followed) {
  return {{"path", followed.path},
          {"test", followed.test},
          {"new_path", followed.new_path},
          {"new_test", followed.new_test},
          {"same_path", followed.same_path},
          {"conditions_followed", followed.conditions},
          {"before", suite::describe(followed.before)},
          {"after", suite::describe(followed.after)}};
}

Json to_json(const BehaviourChange& change) {
  return {
      {"test", change.test}, {"old_test", change.old_test}, {"path", change.path}, {"differences", change.differences}};
}

Json to_json(const suite::BugRecord& bug) {
  return {{"id", bug.id}, {"kind", bug.kind}, {"function", bug.function}, {"file", bug.file}, {"line", bug.line}};
}

template <class T>
Json list(const std::vector<T>& values) {
  Json json = Json::array();
  for (const T& value : values) json.push_back(to_json(value));
  return json;
}

}  // namespace

std::uint64_t UpdateReport::kept_paths() const {
  return static_cast<std::uint64_t>(std::ranges::count_if(followed, &Followed::same_path));
}

std::uint64_t UpdateReport::kept_tests() const {
  return static_cast<std::uint64_t>(
      std::ranges::count_if(followed, [](const Followed& each) { return each.test != 0 && each.new_test != 0; }));
}

std::uint64_t UpdateReport::dropped_tests() const {
  return static_cast<std::uint64_t>(
      std::ranges::count_if(followed, [](const Followed& each) { return each.test != 0 && each.new_test == 0; }));
}

std::string to_json(const UpdateReport& report) {
  Json json;
  json["schema"] = 1;
  json["mode"] = report.mode == UpdateMode::sound ? "sound" : "published";
  json["program"] = report.program;
  json["old_program"] = report.old_program;
  json["complete"] = report.complete;
  json["unchanged"] = report.unchanged;
  json["range"] = report.part;
  json["explorations"] = report.explorations;
  json["merged"] = report.merged;
  json["paths"] = {{"stored", report.followed.size()},
                   {"kept", report.kept_paths()},
                   {"changed", report.followed.size() - report.kept_paths()},
                   {"new", report.new_paths},
                   {"now", report.paths}};
  json["tests"] = {{"kept", report.kept_tests()},
                   {"new", report.new_tests},
                   {"edited", report.edited},
                   {"dropped", report.dropped_tests()},
                   {"now", report.tests}};
  json["queries"] = {{"asked", report.asked},
                     {"saved", report.totals.stored + report.totals.settled},
                     {"stored", report.totals.stored},
                     {"settled", report.totals.settled},
                     {"complete_calls", report.totals.complete_calls},
                     {"base", report.base.queries}};
  json["seconds"] = {{"update", report.seconds},
                     {"replay", report.replay_seconds},
                     {"solver", report.totals.solver_seconds},
                     {"settling", report.totals.settle_seconds},
                     {"base", report.base.seconds},
                     {"base_solver", report.base.solver_seconds},
                     {"saved", std::max(0.0, report.base.seconds - report.seconds)}};
  json["limits"] = {{"capped_addresses", report.capped_addresses},
                    {"given_up", report.given_up},
                    {"divergences", report.totals.divergences}};
  json["bugs"] = {{"new", list(report.new_bugs)}, {"known", report.known_bugs}, {"fixed", report.fixed_bugs}};
  json["changed_functions"] = report.changed_functions;
  json["changed_ranges"] = Json::array();
  for (const ChangedRange& range : report.ranges) json["changed_ranges"].push_back(range.paths);
  json["outputs_compared"] = report.outputs_compared;
  json["changed_behaviour"] = list(report.behaviour);
  json["inputs"] = list(report.followed);
  return base::json_text(json, 2) + "\n";
}

}  // namespace cairn::explore

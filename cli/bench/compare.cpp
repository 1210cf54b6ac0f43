#include "cli/bench/compare.h"

#include <algorithm>
#include <map>
#include <set>

namespace cairn::bench {

namespace {

std::vector<double> values(const Entry& entry, double (Outcome::*value)() const) {
  std::vector<double> result;
  for (const Outcome* outcome : entry.outcomes) result.push_back((outcome->*value)());
  return result;
}

std::set<std::string> taken(const Entry& entry) {
  std::set<std::string> result;
  for (const Outcome* outcome : entry.outcomes) result.insert(outcome->covered.begin(), outcome->covered.end());
  return result;
}

void find_exclusive(SubjectTable& table) {
  std::map<std::string, std::size_t> holders;
  std::vector<std::set<std::string>> sets;
  for (const Entry& entry : table.entries) {
    sets.push_back(taken(entry));
    for (const std::string& branch : sets.back()) ++holders[branch];
  }
  for (std::size_t i = 0; i < table.entries.size(); ++i) {
    std::ranges::copy_if(sets[i], std::back_inserter(table.entries[i].exclusive),
                         [&](const std::string& branch) { return holders[branch] == 1; });
  }
}

}  // namespace

Comparison compare(const std::vector<Outcome>& outcomes, const std::vector<std::string>& subjects,
                   const std::vector<std::string>& contenders) {
  Comparison comparison;
  if (!contenders.empty()) comparison.baseline = contenders.front();
  for (const std::string& subject : subjects) {
    SubjectTable table;
    table.name = subject;
    for (const std::string& contender : contenders) {
      Entry entry;
      entry.subject = subject;
      entry.contender = contender;
      for (const Outcome& outcome : outcomes) {
        if (outcome.subject != subject || outcome.contender != contender) continue;
        if (!outcome.error.empty()) {
          ++entry.failed;
          continue;
        }
        entry.outcomes.push_back(&outcome);
        table.branches_total = std::max(table.branches_total, outcome.branches_total);
        table.branches_reachable = std::max(table.branches_reachable, outcome.branches_reachable);
        table.lines_total = std::max(table.lines_total, outcome.lines_total);
      }
      entry.branches = describe(values(entry, &Outcome::branches));
      entry.lines = describe(values(entry, &Outcome::lines));
      table.entries.push_back(std::move(entry));
    }
    for (Entry& entry : table.entries) {
      const auto mine = values(entry, &Outcome::branches);
      const auto base = values(table.entries.front(), &Outcome::branches);
      entry.a12 = a12(mine, base);
      entry.p = mann_whitney(mine, base).p;
    }
    find_exclusive(table);
    comparison.subjects.push_back(std::move(table));
  }
  return comparison;
}

double branches_at(const Outcome& outcome, Axis axis, double place) {
  double reached = 0;
  for (const Point& point : outcome.curve) {
    if ((axis == Axis::runs ? static_cast<double>(point.runs) : point.seconds) > place) break;
    reached = point.branches;
  }
  return reached;
}

}  // namespace cairn::bench

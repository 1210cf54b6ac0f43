#include "engine/explore/update_bugs.h"

#include <algorithm>
#include <filesystem>

#include "engine/explore/keeper.h"

namespace cairn::explore {

namespace {

bool same_function(const suite::BugRecord& before, const suite::BugRecord& now) {
  return before.kind == now.kind && before.function == now.function;
}

// Lines move from version to version: what looks new may be the old bug in another place of its function.
bool may_have_moved(const suite::BugRecord& before, const suite::BugRecord& now) {
  const auto name = [](const std::string& file) { return std::filesystem::path(file).filename(); };
  return !before.function.empty() && same_function(before, now) && name(before.file) == name(now.file);
}

// Debug information names functions as the source does; code is known by the names that are linked, which in C++ hold
// the length of the name and the name.
bool holds(const CodeFacts& code, const std::string& function) {
  if (function.empty()) return false;
  if (code.contains(function)) return true;
  const std::string part = std::to_string(function.size()) + function;
  return std::ranges::any_of(code, [&part](const auto& each) {
    return each.first.starts_with("_Z") && each.first.find(part) != std::string::npos;
  });
}

}  // namespace

void OldBugs::add(const OldPath& old, std::uint64_t bug, const trace::Outcome& after, bool same_path) {
  shown_by_[bug].push_back({&old, same_path});
  failing_.emplace(old.record.id, kind_of_bug(after));
}

bool OldBugs::known(const suite::BugRecord& bug) const {
  return std::ranges::any_of(heritage_.bugs, [&](const suite::BugRecord& before) { return was_there(before, bug); });
}

std::uint64_t OldBugs::fixed(std::span<const suite::BugRecord> bugs) const {
  return static_cast<std::uint64_t>(std::ranges::count_if(heritage_.bugs, [&](const suite::BugRecord& before) {
    const auto input = failing_.find(before.path);
    if (input != failing_.end() && input->second == before.kind) return false;
    return std::ranges::none_of(
        bugs, [&](const suite::BugRecord& bug) { return was_there(before, bug) || may_have_moved(before, bug); });
  }));
}

bool OldBugs::renamed(const std::string& before, const std::string& now) const {
  const CodeFacts& old_code = heritage_.code;
  return holds(old_code, before) && !holds(code_, before) && holds(code_, now) && !holds(old_code, now);
}

// Both are shown by one input, whatever its file is called now. Where a run that did not end was when its time was up
// is chance.
bool OldBugs::same_misbehaviour(const suite::BugRecord& before, const suite::BugRecord& now, bool same_path) const {
  if (before.kind != now.kind) return false;
  return before.kind == kTimeout || same_function(before, now) || (same_path && renamed(before.function, now.function));
}

bool OldBugs::was_there(const suite::BugRecord& before, const suite::BugRecord& now) const {
  if (before.signature == now.signature) return true;  // whichever input shows it
  const auto shown = shown_by_.find(now.signature);
  if (shown == shown_by_.end()) return false;
  return std::ranges::any_of(shown->second, [&](const Shown& each) {
    if (!same_misbehaviour(before, now, each.same_path)) return false;
    const suite::PathRecord& record = each.old->record;
    if (record.id == before.path) return true;
    // Only the first input that shows a bug is noted with it.
    const bool other = std::ranges::count(heritage_.bugs, record.id, &suite::BugRecord::path) > 0;
    return !other && kind_of_bug(record.outcome) == now.kind;
  });
}

}  // namespace cairn::explore

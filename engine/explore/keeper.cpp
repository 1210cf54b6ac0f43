#include "engine/explore/keeper.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>

#include "abi/library_paths.h"
#include "engine/base/hash.h"
#include "engine/explore/place.h"
#include "engine/suite/test_file.h"

namespace cairn::explore {

namespace {

constexpr int kBugBranches = 3;
constexpr int kBugCalls = 3;

bool of_a_model(std::string_view file) { return file.starts_with(CAIRN_MODELS_PATH); }

}  // namespace

std::string kind_of_bug(const trace::Outcome& outcome) {
  return outcome.bug() ? suite::signal_name(outcome.code) : std::string(kTimeout);
}

Keeper::Keeper(const Parts& parts, bool keep_all, Totals& totals)
    : parts_(parts), keep_all_(keep_all), totals_(totals) {}

base::Result<Keeper::Kept> Keeper::keep(const Executed& executed, std::uint32_t parent) {
  const trace::DecodedRun& run = *executed.run;
  if (run.outcome.ending == trace::Ending::rejected) return Kept{};
  const bool new_path = paths_.insert(run.signature).second;
  suite::BugRecord bug;
  bool new_bug = false;
  if (misbehaved(run.outcome) && !executed.hurried) {
    bug = describe_bug(executed);
    new_bug = bugs_.insert(bug.signature).second;
  }
  suite::PathRecord record;
  record.id = parts_.directory.last_path() + 1;
  record.kept = executed.new_sides > 0 || executed.new_blocks || new_bug || (keep_all_ && new_path) || record.id == 1;
  if (!new_path && !record.kept) return Kept{};
  record.parent = parent;
  record.input = executed.input;
  record.signature = run.signature;
  record.outcome = run.outcome;
  record.run = totals_.runs;
  record.seconds = totals_.seconds;
  record.new_sides = executed.new_sides;
  if (record.kept && !executed.output.empty()) record.output = executed.output;
  TRY_STATUS(parts_.directory.add_path(record));
  totals_.paths += new_path ? 1 : 0;
  totals_.tests += record.kept ? 1 : 0;
  if (new_bug) {
    bug.id = next_bug_++;
    bug.path = record.id;
    TRY_STATUS(parts_.directory.add_bug(bug));
    ++totals_.bugs;
  }
  return Kept{record.id, record.kept};
}

void Keeper::recall(const suite::PathRecord& record) {
  totals_.paths += paths_.insert(record.signature).second ? 1 : 0;
  totals_.tests += record.kept ? 1 : 0;
}

void Keeper::recall(const suite::BugRecord& record) {
  bugs_.insert(record.signature);
  ++totals_.bugs;
  next_bug_ = std::max(next_bug_, record.id + 1);
}

std::uint64_t Keeper::bug_of(const Executed& executed) const {
  return misbehaved(executed.run->outcome) ? bug_signature(*executed.run) : 0;
}

suite::BugRecord Keeper::describe_bug(const Executed& executed) const {
  const trace::DecodedRun& run = *executed.run;
  suite::BugRecord bug;
  bug.kind = kind_of_bug(run.outcome);
  bug.signature = bug_signature(run);
  if (const auto* fault = line_of_fault(run)) {
    bug.function = fault->function;
    bug.file = fault->file;
    bug.line = fault->line;
  } else {
    const Place place = last_place(run);
    bug.function = place.function;
    bug.file = place.file;
    bug.line = place.line;
  }
  return bug;
}

const std::vector<program::SourceLine>& Keeper::lines_at(std::uint64_t offset) const {
  const auto [known, fresh] = lines_.try_emplace(offset);
  if (fresh) known->second = program::lines_at(parts_.program.executable(), offset);
  return known->second;
}

// The innermost place that is the program's own, not a library's; failing that, the innermost known one.
const program::SourceLine* Keeper::line_of_fault(const trace::DecodedRun& run) const {
  const program::SourceLine* innermost = nullptr;
  for (const std::uint64_t offset : run.fault) {
    for (const program::SourceLine& line : lines_at(offset)) {
      if (!of_a_library(line.file)) return &line;
      if (innermost == nullptr && !of_a_model(line.file)) innermost = &line;
    }
  }
  return innermost;
}

// Of the program itself: what goes on in a model goes on where the model was called.
Place Keeper::last_place(const trace::DecodedRun& run) const {
  for (auto step = run.path.rbegin(); step != run.path.rend(); ++step) {
    const Place place = place_of(parts_.program, step->branch);
    if (!place.function.empty() && !of_a_model(place.file)) return place;
    for (std::uint32_t id = step->context; id != 0;) {
      const cairn_context context = parts_.decoder.context(id);
      const program::Call* call = parts_.program.call(context.call_site);
      if (call != nullptr && call->caller.valid() && !of_a_model(call->file))
        return {std::string(parts_.program.functions()[call->caller.value].name), std::string(call->file), call->line};
      id = context.parent;
    }
  }
  return {};
}

std::uint64_t Keeper::bug_signature(const trace::DecodedRun& run) const {
  std::uint64_t hash =
      base::combine(static_cast<std::uint64_t>(run.outcome.ending), static_cast<std::uint64_t>(run.outcome.code));
  if (const auto* fault = line_of_fault(run)) {
    // Without its directory: another version of the program may lie elsewhere.
    hash = base::combine(hash, base::hash_string(std::filesystem::path(fault->file).filename().string()));
    hash = base::combine(hash, base::hash_string(fault->function));
    const std::uint32_t line =
        fault->start != 0 && fault->start <= fault->line ? fault->line - fault->start : fault->line;
    hash = base::combine(hash, std::uint64_t{line} << 32 | fault->column);
    return hash;
  }
  if (!run.fault.empty()) return base::combine(hash, run.fault.front());
  if (run.path.empty()) return hash;
  if (run.outcome.ending == trace::Ending::timed_out) {
    const Place place = last_place(run);
    if (!place.function.empty()) return base::combine(hash, base::hash_string(place.function));
  }
  int branches = 0;
  const trace::Step* previous = nullptr;
  for (auto step = run.path.rbegin(); step != run.path.rend() && branches < kBugBranches; ++step) {
    if (previous != nullptr && previous->branch == step->branch) continue;
    const program::Branch* branch = parts_.program.branch(step->branch);
    hash = base::combine(hash, branch != nullptr ? branch->hash : step->branch);
    previous = &*step;
    ++branches;
  }
  std::uint32_t id = run.path.back().context;
  for (int calls = 0; id != 0 && calls < kBugCalls; ++calls) {
    const cairn_context context = parts_.decoder.context(id);
    hash = base::combine(hash, context.call_site);
    id = context.parent;
  }
  return hash;
}

}  // namespace cairn::explore

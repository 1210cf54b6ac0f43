// Which bugs of the new version are those of the old one: told by what the new version does with old inputs.
//
// A bug is known if it is where an old one was, or if an input that failed before fails in the same way now: the same
// signal in the same function. A function that is called otherwise now is the same if the input takes the same path,
// the old name is gone and the new one was not there before; where the old function still stands, another one that
// fails is another bug. An old bug is fixed if its input does not fail with its signal any more, and no bug of the new
// version is that one, or of its kind in its function.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/explore/code_facts.h"
#include "engine/explore/heritage.h"
#include "engine/suite/run_directory.h"
#include "engine/trace/run.h"

namespace cairn::explore {

class OldBugs {
 public:
  // `code`: of the new version. The heritage must outlive it.
  OldBugs(const Heritage& heritage, CodeFacts code) : heritage_(heritage), code_(std::move(code)) {}

  // A stored input that misbehaved before does so on the new version: `bug` names what it shows (Rerun::bug).
  void add(const OldPath& old, std::uint64_t bug, const trace::Outcome& after, bool same_path);

  [[nodiscard]] bool known(const suite::BugRecord& bug) const;
  // How many are not there any more. `bugs`: all of the new version.
  [[nodiscard]] std::uint64_t fixed(std::span<const suite::BugRecord> bugs) const;

 private:
  struct Shown {
    const OldPath* old = nullptr;
    bool same_path = false;
  };

  [[nodiscard]] bool renamed(const std::string& before, const std::string& now) const;
  [[nodiscard]] bool same_misbehaviour(const suite::BugRecord& before, const suite::BugRecord& now,
                                       bool same_path) const;
  [[nodiscard]] bool was_there(const suite::BugRecord& before, const suite::BugRecord& now) const;

  const Heritage& heritage_;
  CodeFacts code_;
  std::unordered_map<std::uint64_t, std::vector<Shown>> shown_by_;  // by the bug, inputs that show it
  std::unordered_map<std::uint32_t, std::string> failing_;          // by old path, the kind of bug it shows now
};

}  // namespace cairn::explore

// One run, from an input to knowledge: executed, decoded, appended to the tree, counted for coverage, and checked.
//
// Checking (D14 in docs/architecture.md): every condition of the path holds on the run's own input, and a solved input
// takes the predicted sides up to and including the flipped one. Anything else is a divergence.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/explore/parts.h"
#include "engine/explore/patience.h"
#include "engine/trace/path.h"

namespace cairn::explore {

enum class DivergenceKind : std::uint8_t {
  condition,  // a recorded condition is false on the run's own input
  elsewhere,  // a solved input left the predicted path
  unsteady,   // after equal sides another step than an earlier run's: not a function of the input
};

struct Divergence {
  DivergenceKind kind = DivergenceKind::elsewhere;
  std::uint32_t depth = 0;   // of the node in the tree where it showed
  std::uint32_t branch = 0;  // and its place in the program
  expr::ExprId condition{};  // the condition that failed, or that was to hold; invalid when there is none
};

struct Executed {
  trace::Input input;  // complete: with the objects the run discovered
  std::shared_ptr<const trace::DecodedRun> run;
  std::span<const tree::SideId> path;  // valid until the next run
  tree::OriginId origin{};             // valid when the run made nodes of the tree
  std::uint32_t new_sides = 0;         // source sides covered first
  bool new_blocks = false;             // blocks too: where a call may not return, they need not follow from sides
  bool arrived = false;                // went through the predicted side
  bool hurried = false;                // ended before its time was up: whether it hangs is not known
  bool cut_short = false;              // ended or stopped recording before it could get there: says nothing
  bool shortened = false;              // its path goes on behind the one here, which is long enough
  std::optional<Divergence> divergence;
  std::string output;
  std::uint64_t steps = 0;
  std::uint64_t lost = 0;
  double running_seconds = 0;   // in the target and on the way to it
  double decoding_seconds = 0;  // until tree and coverage knew of it
};

class Runner {
 public:
  explicit Runner(const Parts& parts) : parts_(parts) {}

  // `predicted`: the side a solver made the input for; invalid when none did. An error means that no run can be had.
  base::Result<Executed> run(const trace::Input& input, tree::SideId predicted);
  // The same of a run that another target of this program made. If it diverges, and shared its process with others, it
  // is what they left behind that shows: the input is run again, and all further runs have a process of their own. One
  // that was hurried and did something new, or did not get where it was sent, is run again with all the time it has.
  base::Result<Executed> take_in(trace::RawRun raw, const trace::Input& input, tree::SideId predicted);
  // Whether that has happened.
  [[nodiscard]] bool apart() const { return apart_; }

  // What an open side hangs on: the first run that came through its node.
  struct Origin {
    expr::Assignment assignment;
    std::vector<trace::UsedObject> objects;
    std::uint32_t path = 0;  // its number in the run directory; 0: it has none
    bool changed = false;    // the run went another way than the one that is stored under that number
  };
  [[nodiscard]] const Origin& origin(tree::SideId side) const;
  [[nodiscard]] const Origin& origin(tree::OriginId run) const { return origins_[run.value]; }
  // The tree was emptied: what hung on its nodes goes with it.
  void forget() { origins_ = {}; }
  void set_path(tree::OriginId origin, std::uint32_t path, bool changed = false) {
    origins_[origin.value].path = path;
    origins_[origin.value].changed = changed;
  }

 private:
  Executed learn(trace::RawRun raw, const trace::Input& input, tree::SideId predicted);
  [[nodiscard]] std::size_t worth_keeping(const trace::RawRun& raw, tree::SideId predicted) const;
  std::optional<Divergence> check(const Executed& executed, const tree::Appended& appended, tree::SideId predicted,
                                  const expr::Assignment& assignment);
  [[nodiscard]] bool faulted_at(const trace::DecodedRun& run, std::size_t length, tree::SideId predicted) const;
  std::optional<Divergence> off_course(const Executed& executed, tree::SideId predicted);

  Parts parts_;
  std::vector<Origin> origins_;
  Patience patience_;
  bool apart_ = false;
  std::uint64_t ended_ = 0, ended_steps_ = 0;  // runs that came to an end, and their symbolic steps
};

}  // namespace cairn::explore

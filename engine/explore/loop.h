// The loop: one loop over two oracles. The strategy names an action; the solver and the target carry it out; the tree,
// the coverage and the strategy learn from it; the run directory keeps what matters.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/stopwatch.h"
#include "engine/explore/company.h"
#include "engine/explore/divergences.h"
#include "engine/explore/fleet.h"
#include "engine/explore/given_up.h"
#include "engine/explore/held_back.h"
#include "engine/explore/keeper.h"
#include "engine/explore/letters.h"
#include "engine/explore/losses.h"
#include "engine/explore/memory.h"
#include "engine/explore/mutants.h"
#include "engine/explore/offers.h"
#include "engine/explore/parts.h"
#include "engine/explore/path_keys.h"
#include "engine/explore/precedent.h"
#include "engine/explore/prior.h"
#include "engine/explore/progress.h"
#include "engine/explore/pruning.h"
#include "engine/explore/reals.h"
#include "engine/explore/residence.h"
#include "engine/explore/runner.h"

namespace cairn::explore {

struct LoopOptions {
  std::string program;   // for the summary
  std::string strategy;  // likewise
  std::uint64_t seed = 0;
  std::vector<trace::Object> declared;  // objects every input holds, such as stdin with its bound; bytes are ignored
  std::vector<trace::Input> seeds;      // run after the first input
  Prior prior;                          // of random inputs
  search::PruneOptions prune;           // its total is the budget's
  Pruning::Select select;               // needed for pruning and with peers only
  std::uint64_t memory_bytes = 0;       // limit on what `memory_used` tells; 0: none
  std::function<std::size_t()> memory_used = resident_bytes;
  std::function<void()> forget;      // empties expressions, tree, solver and strategy; needed for the limit only
  bool keep_all = false;             // every path is a test
  bool optimistic = false;           // run what satisfies a condition alone where the whole path cannot be had
  double report_seconds = 1;         // flush and report this often
  std::size_t remembered = 100'000;  // open sides kept for a later version at most: writing millions takes minutes
  Mutants::Start unrecorded;         // a target for bursts of mutants; none: the one that records
  Precedent* precedent = nullptr;    // asked before the solver; must outlive the loop
  unsigned jobs = 1;                 // runs at the same time; with more than one an exploration does not repeat exactly
  Fleet::Start start;                // of their targets; needed for more than one only
  Peers* peers = nullptr;            // others who explore the same program; must outlive the loop
};

// An input of an earlier version, run on this one.
struct Rerun {
  Executed executed;
  std::uint32_t path = 0;  // its number here; 0: another input stands for the same path, or an assumption failed
  std::uint64_t bug = 0;   // what it shows, as BugRecord::signature; 0: no bug
};

class Loop {
 public:
  Loop(const Parts& parts, LoopOptions options);

  // Brings back what the run directory knows, by running its inputs again (with a limit of memory: some of them). To be
  // called first, if at all.
  base::Status restore();

  // Runs an input that was found elsewhere and keeps what is worth keeping. `parent`: number of the path that it was
  // derived from, 0: none.
  base::Result<Rerun> rerun(const trace::Input& input, std::uint32_t parent);
  // The same when another target of the program ran it, which took or kept us waiting so long.
  base::Result<Rerun> rerun(trace::RawRun raw, const trace::Input& input, std::uint32_t parent,
                            double running_seconds = 0);

  // Flushes and reports if it is time to. For whoever reruns many inputs; exploring does it by itself.
  base::Status report_if_due(Reporter& reporter);

  // The paths and sides of this exploration by names that hold elsewhere.
  [[nodiscard]] PathKeys& keys() { return keys_; }

  // Explores until the budget is spent, everything is explored, or context.stop is set. Ensures: all that was found is
  // durable and summary.json is written, also when an error is returned.
  base::Result<End> explore(const Budget& budget, Reporter& reporter);

  // The numbers of the paths that hold up a part of the tree: those that end in a side that is `wanted`, and those that
  // open sides hang on that are.
  [[nodiscard]] std::vector<std::uint32_t> paths_of(const std::function<bool(tree::SideId)>& wanted) const;

  // Sides that the precedent wants left open, as they were before, and that no run took.
  [[nodiscard]] std::size_t left_open() const;

  // How many of the seeds, the last of them, have not been run yet.
  [[nodiscard]] std::size_t seeds_left() const;

  [[nodiscard]] const Totals& totals() const { return totals_; }
  // Another exploration worked for this one; time has passed meanwhile.
  void add_work(const Totals& other);

 private:
  void draw_from(std::uint64_t seed);
  base::Result<End> iterate(const Budget& budget, Reporter& reporter);
  base::Result<bool> find_other_work(const Budget& budget, Reporter& reporter);
  [[nodiscard]] std::optional<End> spent(const Budget& budget) const;
  base::Status bring_back(const suite::PathRecord& record);
  base::Status make_room(const Budget& budget, Reporter& reporter);
  base::Status remember_visited_sides();
  base::Status remember(const suite::SideRecord& side);
  // What this tree and those before it leave out. The same sides come back in several trees: the most of one counts.
  struct Left {
    std::size_t unknown = 0, diverged = 0, beyond_cap = 0, beyond_depth = 0;
  };
  [[nodiscard]] Left left_so_far() const;
  void begin_pruning(const Budget& budget);
  [[nodiscard]] double spent_so_far(const Budget& budget) const;
  base::Status act(const search::Action& action);
  base::Status flip(tree::SideId side, std::uint32_t effort = 0);
  base::Status flip_after_all(tree::SideId side, std::uint32_t effort = 0);
  base::Result<bool> try_harder();
  bool hold_back(tree::SideId side);
  base::Result<bool> flip_held_back();
  std::optional<tree::SideId> next_capped();
  base::Status burst();
  void observe(const search::Observation& observation);
  // A run that was asked for: the side that it is to take, if it is to take one, what is known so far, and the path
  // that its input comes from.
  struct Flight {
    tree::SideId side{};
    search::Observation observation;
    std::uint32_t parent = 0;
    bool shared = false;  // the others know the input already
  };
  static Flight unpredicted(search::Result result);
  base::Status launch(const Flight& flight, trace::Input input);
  base::Status land();
  base::Status land_all();
  base::Status run_now(const Flight& flight, const trace::Input& input);
  void tell_mutants(tree::SideId side, const trace::Input& input);
  void tell_letters(const Executed& executed);
  base::Status arrive(const Flight& flight, const Executed& executed);
  base::Status propose(tree::SideId side);
  base::Result<std::uint32_t> learn(const Executed& executed, search::Observation observation, std::uint32_t parent,
                                    bool shared = false);
  void meet_peers();
  void feed_peers();
  void take_back(std::span<const tree::SideId> sides);
  void share(const Executed& executed, const Keeper::Kept& kept, bool shared);
  void set_leaf(std::uint32_t path, const Executed& executed);
  base::Status sign(const Executed& executed, std::uint32_t path);
  base::Status remember_open_sides();
  base::Result<bool> settle(tree::SideId side, search::Observation& observation);
  base::Status report(Reporter& reporter, bool last);
  solver::Query query_for(tree::SideId side);
  std::vector<expr::ExprId> bounds_of(const Runner::Origin& origin);
  solver::Answer solve(tree::SideId side, std::uint32_t effort, double& seconds);
  void count(const Executed& executed);
  void count_content(const Executed& executed);
  void recount(std::uint32_t path, const Executed& executed);
  void update_clock();

  Parts parts_;
  LoopOptions options_;
  Totals totals_;
  Totals earlier_;                                             // of the explorations before this one
  std::map<std::string, std::uint64_t, std::less<>> counted_;  // statistics when it began
  Runner runner_;
  PathKeys keys_;
  Keeper keeper_;
  Divergences divergences_;
  Losses losses_;
  base::Rng rng_;
  Reals reals_;
  Mutants mutants_;
  Letters letters_;
  base::Rng mutant_rng_;
  Offers offers_;
  base::Rng peer_rng_;
  std::unique_ptr<Pruning> pruning_;      // none: nothing is pruned
  std::unique_ptr<Residence> residence_;  // none: all paths are in the tree
  std::unique_ptr<Company> company_;      // none: it explores alone
  // To be run before the strategy is asked.
  struct Pending {
    trace::Input input;
    search::Result result;
    bool shared = false;  // it came from others
    bool seed = false;
  };
  std::deque<Pending> pending_;
  GivenUp given_up_;
  HeldBack held_back_;
  std::size_t next_capped_ = 0;       // of the tree's
  std::uint64_t capped_in_vain_ = 0;  // tried since something was covered
  std::uint64_t capped_covered_ = 0;
  std::vector<tree::SideId> left_open_;                        // by the precedent; runs may have come by since
  std::unordered_map<std::uint32_t, std::uint32_t> proposed_;  // how often, by side of the source
  std::vector<tree::SideId> leaves_;                           // by path: its last side
  std::unique_ptr<Fleet> fleet_;                       // none: runs are made one at a time, by the target of the parts
  std::unordered_map<std::uint64_t, Flight> flights_;  // of the fleet, by ticket
  std::uint64_t tickets_ = 0;
  Left left_;                    // of the trees before
  std::vector<bool> uncounted_;  // by path of the sessions before: it was not run again yet
  bool recount_ = false;         // these sessions left no totals
  bool recount_losses_ = false;  // or no losses
  bool interrupted_ = false;     // stopped while restoring: what is known is not all
  bool idle_ = false;            // the strategy has nothing left, though sides beyond its bounds may be open
  base::Stopwatch begin_;
  base::Stopwatch last_report_;
  std::uint64_t reported_runs_ = 0;
  std::uint64_t remembered_ = 0;  // sides
};

}  // namespace cairn::explore

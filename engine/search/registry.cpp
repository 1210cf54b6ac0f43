#include "engine/search/registry.h"

#include "engine/search/makers.h"
#include "engine/search/weights.h"

namespace cairn::search {

namespace {

constexpr std::string_view kCrest = "Burnim and Sen, Heuristics for Scalable Dynamic Test Generation, ASE 2008";
constexpr std::string_view kKlee = "Cadar, Dunbar and Engler, KLEE, OSDI 2008, and the tool";

constexpr std::string_view kWang = "Wang, Sun, Chen, Zhang, Wang and Lin, Towards Optimal Concolic Testing, ICSE 2018";

constexpr std::string_view kUnchecked =
    "Open sides are not checked for feasibility as KLEE's states are; one that turns out infeasible costs a query.";

constexpr std::string_view kDistance =
    "The distance beyond the end of a function is that of any caller, since the stack is not known; branches of the C "
    "library are as near as the path above them. Open sides that are infeasible keep luring it until they are tried.";

constexpr StrategyEntry kStrategies[] = {
    {"bounded-dfs", "every path, depth first, true sides first; --depth bounds the forced branches along a path",
     kCrest, "Sides are descended into in their own order; what was visited already is not run again.",
     make_bounded_dfs, true, false, true},
    {"random-branch", "flip a random branch of the current path, restart with random inputs when coverage stalls",
     kCrest, "Only open sides are picked, so nothing is solved twice; a path without any gives way to another.",
     make_random_branch},
    {"uniform-random", "passes over the tree with a fair choice at each branch: all paths of a length equally likely",
     kCrest,
     "Known sides are walked without running them; after 64 passes without a flip it walks where sides are open.",
     make_uniform_random},
    {"cfg", "flip where something uncovered is closest in the static graph, then force the way there", kCrest,
     "Forces along the symbolic branches whose distances fall, not along each static path; a fresh start that brings "
     "nothing is followed by a random open side.",
     make_cfg},
    {"cfg-baseline", "uncovered sides of the current path first, rare ones next", "the tool of the same authors, CREST",
     "A fresh start that brings nothing is followed by a random open side.", make_cfg_baseline},
    {"hybrid", "local random search in windows of 100 branches along a path", "the tool of the same authors, CREST",
     "A fresh start that brings nothing is followed by a random open side.", make_hybrid},
    {"random-input", "random testing: uniformly random bytes for all inputs, no solving", kCrest,
     "The first run counts for coverage.", make_random_input, false},

    {"dfs", "newest first: the deepest open side of the latest run", kKlee, kUnchecked, make_dfs},
    {"bfs", "the shallowest open side first", kKlee, kUnchecked, make_bfs},
    {"random-state", "every open side is equally likely", kKlee,
     "Sides that are infeasible weigh as much as others until they are tried.", make_random_state},
    {"random-path", "walk from the root, a fair choice at each node that leads to open sides", kKlee,
     "Sides that are infeasible count as live until they are tried.", make_random_path},
    {"covnew", "weighted: paths that covered something new lately, and sides close to something uncovered", kKlee,
     "Time is counted in steps of the program, ten instructions each; only symbolic branches count as new. "
     "Distances as for md2u.",
     make_weighted<covnew_weight>},
    {"md2u", "weighted: the closer to something uncovered, the likelier", kKlee, kDistance, make_weighted<md2u_weight>},
    {"icnt", "weighted: the rarer the branch is executed, the likelier", kKlee,
     "Executions are nodes of the tree: prefixes that runs share count once, as they are executed once in KLEE.",
     make_weighted<icnt_weight>},
    {"cpicnt", "weighted: the less is executed in the calling context, the likelier", kKlee,
     "Counts symbolic branches, not instructions.", make_weighted<cpicnt_weight>},
    {"qc", "weighted: the cheaper the queries along the path, the likelier", kKlee,
     "Depends on measured time where queries take more than 0.1 s: such runs do not repeat exactly.",
     make_weighted<qc_weight>},
    {"depth", "weighted: the deeper, the likelier", kKlee, "KLEE 2.1's meaning of the name; before, it was rp.",
     make_weighted<depth_weight>},
    {"rp", "weighted: each level halves the weight", kKlee, kUnchecked, make_weighted<rp_weight>},
    {"iterative-deepening", "newest first within a depth of n, which doubles when nothing is left; n = 8 if not given",
     kKlee, "The limit is a depth, not a time.", make_iterative_deepening, true, true},

    {"last-dfs", "negate the last condition of the current path that was not negated yet",
     "Godefroid, Klarlund and Sen, DART, PLDI 2005, as compared with in the IPPC experiments",
     "Nothing that is known to be visited or infeasible is solved again. (Its RND variants are uniform-random and "
     "random-branch.)",
     make_last_dfs},
    {"dart", "last-dfs, starting over from random inputs after runs or queries that failed",
     "Godefroid, Klarlund and Sen, DART, PLDI 2005", "Ends after 100 fresh starts in a row that opened nothing.",
     make_dart},
    {"generational", "flip all branches of the run that covered most new blocks",
     "Godefroid, Levin and Molnar, Automated Whitebox Fuzz Testing, NDSS 2008",
     "Each flip is run as soon as it is solved.", make_generational},
    {"context", "flip a branch once per context, the last k branches before it; k grows",
     "Seo and Kim, How We Get There: A Context-Guided Search Strategy in Concolic Testing, FSE 2014",
     "All symbolic branches are part of the context, without the paper's reduction by dominators.", make_context},
    {"subpath", "the open side whose last n branches were taken least often; n = 4 if not given",
     "Li, Su, Wang and Li, Steering Symbolic Execution to Less Traveled Paths, OOPSLA 2013",
     "Prefixes shared by runs count once; n does not change during a run.", make_subpath, true, true},
    {"hits", "the open side that takes a branch its way a number of times (1, 2, 3, 4 to 7, ...) seen least often",
     "this project, after the hit counts of Zalewski's AFL and the rare branches of Li et al., OOPSLA 2013",
     "Counts turns along one path and by calling context, branches of the C library among them: each further byte of a "
     "comparison, each further turn of a loop is something new.",
     make_hits},
    {"sites", "the open side at the branch, by calling context, where flips were in vain least often", "this project",
     "Within a branch any side; a switch that prints the input has as many turns as a comparison. A flip that covers "
     "something first is not in vain.",
     make_sites},
    {"greedy", "a random run or a flip, whichever promises most uncovered blocks for its cost", kWang,
     "Returns match calls; costs are fitted to this run's queries; where hardly anything is promised, open sides are "
     "taken as they come.",
     make_greedy},
    {"optimal", "greedy, with mutation as a third action and promises corrected by what came of them", kWang,
     "Also flips towards covered targets; forced steps do not count as chance.", make_optimal},
    {"mutants", "changed inputs in bursts without recording; what reaches something new is recorded",
     "Zalewski, AFL, and the LLVM project, libFuzzer: coverage-guided fuzzing",
     "Goes on from inputs that other strategies solved for. A burst is 1024 calls of a harness, or one process.",
     make_mutants, false},
    {"portfolio",
     "sites, generational, mutants, and beside them random-path, covnew and hits, in slices by what each covered "
     "lately",
     "this project, after the algorithm portfolios of Huberman, Lukose and Hogg, Science 1997",
     "Shares one tree among all members; flips go onward.", make_portfolio},
};

}  // namespace

std::span<const StrategyEntry> strategies() { return kStrategies; }

const StrategyEntry* find_strategy(std::string_view name) {
  for (const StrategyEntry& entry : kStrategies) {
    if (entry.name == name) return &entry;
  }
  return nullptr;
}

}  // namespace cairn::search

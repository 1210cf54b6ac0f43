#include "cli/command.h"

#include <algorithm>

namespace cairn::cli {
namespace {

constexpr Command kCommands[] = {
    {"run", kRun, "[options] -- ./program fixed-arguments",
     "explore a program and keep the inputs that matter as tests",
     R"(Runs the program on concrete inputs, solves for inputs that take other branches, and keeps those that cover
something new or make it crash. The program must be built with cairn-cc; a single source file is compiled first.
Without a budget it ends after 60 seconds, when everything is explored, or at Ctrl-C; nothing is lost then, and
cairn resume goes on.

Examples:
  cairn-cc -g packet.c -o packet
  cairn run --stdin 32 -- ./packet            explore what it does with up to 32 bytes of standard input
  cairn run --stdin 32 --time 5m packet.c     the same, compiling it first
  cairn run --runs 1000 --seed 7 -- ./packet  stops after 1000 runs; repeats exactly
)",
     run_command},
    {"update", kUpdate, "[options] OUT -- ./new-version", "bring a suite to a new version of the program",
     R"(Runs every stored input on the new version, keeps those that follow the same path, explores only what the change
made new, drops tests that add nothing any more, and reports what changed. OUT becomes the suite of the new version,
unless -o names another directory; if anything goes wrong, OUT stays as it is. The program must be built with
cairn-cc; fixed arguments are those of the run and need not be repeated.

The exit status is 1 only when a bug appeared that the old version did not have: what a pull request wants to know.

Examples:
  cairn update cairn-out/packet -- ./packet                     packet was changed and built again
  cairn update -o next cairn-out/packet -- ./packet-v2          keep the suite of the old version
  cairn update --old ./packet-v1 --since main --time 2m cairn-out/packet -- ./packet
  cairn update --range 1/2 -o first cairn-out/packet -- ./packet          on one machine,
  cairn update --range 2/2 -o second cairn-out/packet -- ./packet         on another, both with a copy of OUT; then
  cairn update --merge first --merge second cairn-out/packet -- ./packet
)",
     update_command},
    {"unit", kUnit, "[options] FILE.c [more files] (--function NAME | --all) [-- compiler options]",
     "write tests for single functions, without a harness",
     R"(Builds the arguments of a function from its types, explores what it does with them, and writes the calls worth
keeping as C tests (CTest) and GoogleTest: what was given, what came back, what was written through pointers and to
variables of the file, and which calls crash. The tests include the file, so static functions are no exception.
Making them again replaces what stands between cairn's marks and leaves the rest of the test file alone. Further
files are linked where something in them is needed; instead of a file, a compile_commands.json may be given.

Examples:
  cairn unit list.c --function list_insert
  cairn unit --all --time 5s parse.c util.c -- -Iinclude -DNDEBUG
  cairn unit sum.c --function sum --require "n > 0 && a" --elements 8
  cmake -B t -S cairn-unit/list && cmake --build t && ctest --test-dir t
)",
     unit_command},
    {"resume", kResume, "[options] OUT", "go on where a run stopped",
     R"(Brings back everything the run found, by running its inputs again at full speed, and explores further with the
options it was started with. The program must be the same file as then.

Example:
  cairn resume --time 10m cairn-out/packet
)",
     resume_command},
    {"replay", kReplay, "[options] OUT [TEST] [-- ./any-build [arguments]]",
     "run the suite on any build of the program",
     R"(Runs every test of the suite, or the one of that number, on the program it was made with or on another build of it,
and compares exit status, signal and output with what is expected. The build needs no instrumentation, and gets the
arguments of the run unless others are given.

Examples:
  cairn replay cairn-out/packet
  cairn replay cairn-out/packet 3 -- ./plain
  gcc --coverage packet.c -o plain && cairn replay --sandbox off cairn-out/packet -- ./plain
)",
     replay_command},
    {"minimize", kMinimize, "[options] OUT",
     "fewer tests and smaller inputs that cover the same and show the same bugs",
     R"(Chooses few of the tests that together cover all that the suite does and show its bugs, takes from their inputs what
they do not need, and leaves the result in a run directory of its own; OUT stays as it is. Each test still ends as it
did, and crashes where it did. What a test was the only one to cover it covers still; the rest the others cover.

The program must be the same file as when the run was made. What OUT knows beside its tests, paths without one and
answers of the solver, is not taken along: go on exploring there.

Examples:
  cairn minimize cairn-out/packet                    cairn-out/packet-min
  cairn minimize -o small --whole cairn-out/packet   choose only, and keep the inputs as they are
)",
     minimize_command},
    {"show", kShow, "OUT [TEST]", "what the tests are: inputs, outcomes, what they covered",
     R"(Without a number: a table of all tests. With one: everything known about that test.

Examples:
  cairn show cairn-out/packet
  cairn show cairn-out/packet 3
)",
     show_command},
    {"report", kReport, "[--FORMAT] [-o FILE] OUT", "what a run found out, as a page or for other tools",
     R"(Without a format: OUT/report.html, a page with the figures, the bugs, the source with what was covered, and the
tests. It needs no other file and no network. Formats that are one text go to standard output, or into the file after
-o; formats that are several files go into OUT/FORMAT, or into the directory after -o. Nothing but an earlier report
is replaced without --force.

The page and --lcov run the suite once more on the program of the run, which must be the same file as then.

Examples:
  cairn report cairn-out/packet                            cairn-out/packet/report.html
  cairn report --lcov -o packet.info cairn-out/packet      then: genhtml --branch-coverage packet.info -o html
  cairn report --sarif -o cairn.sarif cairn-out/packet     the bugs, for GitHub code scanning and editors
  cairn report --junit -o cairn.xml cairn-out/packet       the suite, for CI services
  cairn report --gtest -o packet_test.cpp cairn-out/packet then: c++ packet_test.cpp -lgtest -lgtest_main -o packet_test
                                                           and CAIRN_PROGRAM=./packet-plain ./packet_test
  cairn report --corpus -o seeds cairn-out/packet          then: afl-fuzz -i seeds -o out -- ./packet-afl
  cairn report --ktest cairn-out/packet                    then: ktest-tool cairn-out/packet/ktest/test000001.ktest
  cairn report --testcomp cairn-out/packet                 values of __VERIFIER_nondet calls, for TestCov and others
  cairn report --loss cairn-out/packet                     where symbolic data went where it cannot be followed, and
                                                           branches that depend on it may have been missed
)",
     report_command},
    {"strategies", kStrategies, "[markdown]", "the strategies there are",
     R"(Lists what --strategy accepts, with a line on each and where it is from; with "markdown" as a page of the manual.

Examples:
  cairn run --strategy random-branch --stdin 32 -- ./packet
  cairn run --strategy random-path+covnew --stdin 32 -- ./packet
)",
     strategies_command},
    {"doctor", kDoctor, "", "check whether this machine has what is needed",
     R"(Checks the compiler, the solver, containment and memory settings, and says what to do about each problem.

Example:
  cairn doctor
)",
     doctor_command},
    {"lab", kLab, "optimal FILE... | table --models FILE | generate",
     "search heuristics on models whose optimum is known",
     R"(A model is a Markov chain with costs: what a random input does, and what solving for a path costs. Files hold one
model a line, as JSON. optimal computes the least expected cost of covering everything; table runs the published
heuristics and the greedy algorithm on models and compares them with that; generate writes random models.

Examples:
  cairn lab generate --states 20 --count 50 > models.jsonl
  cairn lab optimal models.jsonl
  cairn lab table --models models.jsonl --repeat 1000
)",
     lab_command},
    {"bench", kBench, "strategies [options] --program FILE [-- fixed-arguments] | run [options] --set NAME",
     "compare strategies and tools: coverage over runs and time, tables and plots",
     R"(Every contender works on every subject several times, each with another seed; then tables (results.md, .csv, .json)
and plots (SVG and PNG) show what was covered, how fast, and how much the repetitions differ. Interrupted with Ctrl-C,
the same command goes on where it was.

strategies: strategies on one program. Coverage is cairn's own. The budget is in runs (1000 each without one): such
results repeat exactly.

run: strategies and other tools on a set of subjects that make bench-subjects has built. The tests are replayed in order
of their creation on a gcov build, and gcov's branches and lines of the program's own source files count. The budget is
in time (60s each without one).

Examples:
  cairn bench strategies --program ./packet --stdin 32 --strategies dfs,cfg,random-branch --runs 500
  cairn bench strategies --program packet.c --stdin 32 --repeat 5
  cairn bench strategies --program ./packet --stdin 32 --strategies bounded-dfs,bounded-dfs@14 --time 30s
  cairn bench run --set coreutils --strategies portfolio,random-path+covnew --time 60s --repeat 3
  cairn bench run --set cut,tr,sort --strategies portfolio,afl --time 5m
)",
     bench_command},
    {"worker", kWorker, "[options] [URL]", "explore what others ask for, on this machine",
     R"(Waits at a NATS server (nats://127.0.0.1:4222 if none is named) for runs that were started with --cluster, gets
their program from there, and takes part until they end; then it waits again, until Ctrl-C. What one of them finds all
know, and they divide what is left to try: nothing is tried twice, and a worker may come or go at any time. The suite is where
cairn run was started. The worker needs the libraries of the program, and the same version of Cairn.

Whoever can reach the server can have any program run here, contained, but with the processor and the memory of this
machine: keep strangers out with the server's users and TLS (nats://user:password@host, tls://host).

Examples:
  nats-server -js -sd /var/tmp/nats                              the server, anywhere
  cairn worker --jobs 16 nats://build-7:4222                     on every machine that shall help
  cairn run --cluster nats://build-7:4222 --time 1h -- ./packet  on one more
)",
     worker_command},
};

}  // namespace

std::span<const Command> commands() { return kCommands; }

const Command* find_command(std::string_view name) {
  const auto* found = std::find_if(std::begin(kCommands), std::end(kCommands),
                                   [&](const Command& command) { return command.name == name; });
  return found == std::end(kCommands) ? nullptr : found;
}

}  // namespace cairn::cli

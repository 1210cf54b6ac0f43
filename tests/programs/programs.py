#!/usr/bin/env python3
"""End to end: an example is compiled with cairn-cc, explored, and its tests are replayed on plain builds.

  programs.py --build build is_sorted 2        one example at -O2
"""

import pathlib
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "driver"))

from driver import ROOT, check, compile_plain, replay_plain, run_one, tests_of  # noqa: E402
from gcov import figures  # noqa: E402

EXAMPLES = ROOT / "examples"


def explore(tools, work, source, level, options, expect=(0,)):
    program = tools.compile([source], work / "program", [f"-O{level}", "-g"])
    return tools.run(work / "out", program, options, expect=expect)


def checked_itself(summary):
    check(summary["divergences"] == 0, f"{summary['divergences']} divergences")
    flips = summary["flips"]
    check(flips["tried"] == flips["arrived"], f"{flips['tried']} flips tried, {flips['arrived']} arrived")
    check(flips["tried"] > 0, "no flip was tried: nothing was checked")
    check(summary["symbolic_loss"] == 0, f"symbolic data was lost {summary['symbolic_loss']} times")


def known_paths(tools, work, name, level, paths):
    """Bounded depth-first search explores exactly the feasible paths and stops; the figures are gcov's."""
    source = EXAMPLES / f"{name}.c"
    summary = explore(tools, work, source, level, ["--strategy", "bounded-dfs", "--keep-all", "--time", "60s"])
    checked_itself(summary)
    check(summary["paths"] == paths, f"{summary['paths']} paths instead of {paths}")
    check(summary["elapsed_seconds"] < 60, "the search did not stop by itself")
    check(summary["tree"]["open"] == 0, f"{summary['tree']['open']} sides are still open")
    tests = tests_of(work / "out")
    check(len(tests) == paths, f"{len(tests)} tests were kept, one for each of {paths} paths was asked for")
    for compiler in (["gcc"], ["clang-19"]):
        replay_plain(work / "out", compile_plain(compiler, [source], work / f"plain-{compiler[0]}", ["-O1"]))
    gcov = figures(work / "gcov", source, tests)
    branches, lines = summary["branches"], summary["lines"]
    check((branches["covered"], branches["total"]) == (gcov.branches_covered, gcov.branches_total),
          f"branches {branches['covered']}/{branches['total']}, gcov says {gcov.branches_covered}/{gcov.branches_total}")
    check((lines["covered"], lines["total"]) == (gcov.lines_covered, gcov.lines_total),
          f"lines {lines['covered']}/{lines['total']}, gcov says {gcov.lines_covered}/{gcov.lines_total}")
    check(gcov.branches_covered == gcov.branches_total, f"all paths leave a branch uncovered: {gcov}")


def is_sorted(tools, work, level):
    known_paths(tools, work, "is_sorted", level, 4)


def mid_v1(tools, work, level):
    known_paths(tools, work, "mid_v1", level, 6)


def mid_v2(tools, work, level):
    known_paths(tools, work, "mid_v2", level, 6)


def foundation(tools, work, level):
    """Every guarded line is reached from an input of zeros: replaying the tests on a plain build prints every marker."""
    source = EXAMPLES / "foundation.c"
    wanted = set(re.findall(r"reached\((\d+)\)", source.read_text()))
    check(len(wanted) >= 20, "foundation.c has lost its markers")
    summary = explore(tools, work, source, level, ["--strategy", "bounded-dfs", "--time", "120s"])
    checked_itself(summary)
    outputs = replay_plain(work / "out", compile_plain(["clang-19"], [source], work / "plain", ["-O1"]))
    reached = set(re.findall(r"REACHED (\d+)", b"".join(o.stdout for o in outputs).decode()))
    missing = sorted(wanted - reached, key=int)
    check(not missing, f"markers not reached: {', '.join(missing)}")


def packet(tools, work, level):
    """The demo's bug is found and crashes the plain build too."""
    source = EXAMPLES / "demo" / "packet.c"
    summary = explore(tools, work, source, level, ["--stdin", "32", "--runs", "5000"], expect=(1,))
    check(summary["divergences"] == 0, f"{summary['divergences']} divergences")
    check(summary["bugs"] >= 1, "the planted bug was not found")
    outputs = replay_plain(work / "out", compile_plain(["gcc"], [source], work / "plain", ["-g"]))
    check(any(o.status == -11 for o in outputs), "no test crashes the plain build")
    check(any(o.stdout.endswith(b"ok\n") for o in outputs), "no test is a packet that is accepted")


PROGRAMS = {f.__name__: f for f in (is_sorted, mid_v1, mid_v2, foundation, packet)}


if __name__ == "__main__":
    sys.exit(run_one(__doc__, PROGRAMS))

#!/usr/bin/env python3
"""cairn bench as a user meets it: tables and plots come out, they say what single runs say, an interrupted bench goes on.

  bench.py --build build
"""

import argparse
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True

PROGRAM = r"""
#include <stdio.h>
int main(void) {
  int c = getchar();
  if (c == 'a') {
    if (getchar() == 'b') {
      if (getchar() == 'c') puts("deep");
    }
    puts("a");
  } else if (c > 'm') {
    puts("late");
  }
  return 0;
}
"""


def check(condition, what):
    if not condition:
        sys.exit(f"bench.py: {what}")


class Bench:
    def __init__(self, build, work):
        self.bin, self.work = build.resolve() / "bin", work
        (work / "prog.c").write_text(PROGRAM)
        subprocess.run([self.bin / "cairn-cc", "-g", "-O1", "prog.c", "-o", "prog"], cwd=work, check=True)

    def command(self, *words):
        return [self.bin / "cairn", *map(str, words)]

    def cairn(self, *words):
        return subprocess.run(self.command(*words), cwd=self.work, capture_output=True, text=True, timeout=120)


def tables_and_plots(bench):
    words = ["bench", "strategies", "--program", "./prog", "--stdin", "4", "--strategies", "bfs,random-input",
             "--runs", "12", "--repeat", "2", "-o", "out"]
    done = bench.cairn(*words)
    check(done.returncode == 0, f"ended with {done.returncode}: {done.stderr}")
    check("| bfs |" in done.stdout, "no table is printed")
    results = json.loads((bench.work / "out/results.json").read_text())
    subject = results["subjects"][0]
    entries = {entry["contender"]: entry for entry in subject["contenders"]}
    check(subject["name"] == "prog" and entries["bfs"]["repeats"] == 2, "results.json lacks cells")
    for kind in ("svg", "png"):
        for axis in ("runs", "seconds"):
            check((bench.work / f"out/plots/prog-{axis}.{kind}").stat().st_size > 1000, f"no {kind} over {axis}")
    check((bench.work / "out/plots/prog-runs.svg").read_text().count("random-input") > 0, "the plot names no strategy")
    # What a single run says by itself.
    single = bench.cairn("run", "-o", "single", "--stdin", 4, "--strategy", "bfs", "--runs", 12, "--seed", 2, "--", "./prog")
    check(single.returncode == 0, f"cairn run failed: {single.stderr}")
    summary = json.loads((bench.work / "single/summary.json").read_text())
    cell = json.loads((bench.work / "out/cells/prog.bfs.2.json").read_text())
    check(cell["curve"][-1][0] == summary["runs"], "a cell has another number of runs than the run itself")
    check(cell["curve"][-1][2] == summary["branches"]["covered"], "a cell covers other branches than the run itself")
    # Again: everything is there, nothing is run; more repetitions only add.
    cell_file = bench.work / "out/cells/prog.bfs.1.json"
    before = cell_file.stat().st_mtime_ns
    again = bench.cairn(*[("3" if word == "2" else word) for word in words])
    check(again.returncode == 0 and "4 of 6 cells are there" in again.stderr, f"cells were not found: {again.stderr}")
    check(cell_file.stat().st_mtime_ns == before, "a finished cell was run again")
    # On the way: other places to look at are no other question.
    again = bench.cairn(*words, "--at", "7,2")
    check("at 2 runs | at 7 runs" in again.stdout, f"places that were asked for are not in the table: {again.stdout}")
    way = json.loads((bench.work / "out/results.json").read_text())["subjects"][0]["contenders"][0]["on_the_way"]
    curve = json.loads((bench.work / "out/cells/prog.bfs.1.json").read_text())["curve"]  # the same for both seeds
    expected = [[place, max(point[2] for point in curve if point[0] <= place)] for place in (2, 7, 12)]
    check(way == expected, f"on the way {way} was covered, not {expected}")
    other = bench.cairn(*[("13" if word == "12" else word) for word in words])
    check(other.returncode == 2 and "--force" in other.stderr, "another budget was mixed into the results")


def side_by_side(bench):
    """Cells at the same time are the cells one after the other; uses what tables_and_plots left."""
    words = ["bench", "strategies", "--program", "./prog", "--stdin", "4", "--strategies", "bfs,random-input",
             "--runs", "12", "--repeat", "2", "-o", "beside", "--jobs", "2"]
    done = bench.cairn(*words)
    check(done.returncode == 0, f"ended with {done.returncode}: {done.stderr}")
    for name in ("bfs.1", "bfs.2", "random-input.1", "random-input.2"):
        curves = [[(runs, branches) for runs, _, branches, _ in json.loads((bench.work / out / f"cells/prog.{name}.json").read_text())["curve"]]
                  for out in ("out", "beside")]
        check(curves[0] == curves[1], f"{name} is {curves[1]} beside another cell, and {curves[0]} alone")
    check(not (bench.work / "beside/work").exists(), "what cells worked in was left")


def start(bench, words, sign):
    """A bench under way, once the file is there that shows how far it is."""
    process = subprocess.Popen(bench.command(*words), cwd=bench.work, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               text=True)
    deadline = time.monotonic() + 60
    while not (bench.work / sign).exists():
        check(time.monotonic() < deadline and process.poll() is None, f"{sign} does not come")
        time.sleep(0.05)
    return process


def goes_on_after_an_interruption(bench):
    words = ["bench", "strategies", "--stdin", "4", "--strategies", "bfs,random-input", "--time", "1s", "--repeat", "2",
             "-o", "stopped", "--program", "./prog"]
    process = start(bench, words, "stopped/cells/prog.bfs.1.json")
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    check(process.returncode == 3 and "goes on" in out, f"stopping ended with {process.returncode}: {out}")
    done = bench.cairn(*words)
    check(done.returncode == 0 and "cells are there from before" in done.stderr, f"it did not go on: {done.stderr}")
    check(not list((bench.work / "stopped").glob("work/*")), "work of the last cell was left")


def a_run_that_somebody_stopped_does_not_count(bench):
    words = ["bench", "strategies", "--stdin", "4", "--strategies", "random-input", "--time", "20s", "--repeat", "1",
             "-o", "killed", "--program", "./prog"]
    process = start(bench, words, "killed/work/0/run/summary.json")
    for children in pathlib.Path(f"/proc/{process.pid}/task").glob("*/children"):  # each thread has its own
        for child in children.read_text().split():
            os.kill(int(child), signal.SIGINT)
    _, err = process.communicate(timeout=60)
    check(process.returncode == 3 and "stopped" in err and "tries it again" in err,
          f"a run that was stopped ended the bench with {process.returncode}: {err}")


def replays_on_the_gcov_build(bench):
    """All branches of the program can be taken, and a breadth-first search takes them: gcov must say so."""
    tree = bench.work / "tree"
    tree.mkdir()
    (tree / "prog.c").write_text(PROGRAM)
    subprocess.run(["gcc", "-O0", "--coverage", "-c", "prog.c", "-o", "prog.o"], cwd=tree, check=True)
    subprocess.run(["gcc", "--coverage", "prog.o", "-o", "prog"], cwd=tree, check=True)
    subject = {"name": "prog", "package": "tiny", "half": "report", "inputs": ["--stdin", "4", "--file", "A", "1"],
               "arguments": [], "seconds": 1, "programs": {"cairn": str(bench.work / "prog"), "gcov": str(tree / "prog")},
               "gcov_tree": str(tree), "own": ["*.c"]}
    (bench.work / "index.json").write_text(json.dumps({"schema": 1, "subjects": [subject]}))
    (bench.work / "A").mkdir()  # what lies here is none of the subject's business
    words = ["bench", "run", "--subjects", "index.json", "--set", "tiny", "--runs", "60", "--repeat", "1", "-o", "replayed",
             "--strategies", "bfs,bounded-dfs@1", "--at", "3"]
    done = bench.cairn(*words)
    check(done.returncode == 0, f"ended with {done.returncode}: {done.stderr}")
    subject = json.loads((bench.work / "replayed/results.json").read_text())["subjects"][0]
    full, bounded = subject["contenders"]
    check(subject["branches_total"] == 8, f"gcov counts {subject['branches_total']} branches")
    check(full["branches"]["mean"] == 8, f"gcov saw {full['branches']['mean']} of 8 branches")
    check(0 < bounded["branches"]["mean"] < 8, "a search of depth 1 took all branches")
    check(len(full["exclusive"]) == 8 - bounded["branches"]["mean"], "exclusive branches are not those the other lacks")
    looks = json.loads((bench.work / "replayed/cells/prog.bfs.1.json").read_text())["curve"]
    check(len(looks) == 10 + 1, f"nobody looked after 3 runs: {looks}")
    check(not list(tree.glob("*.gcda")), "counters were written outside the contained directory")
    check(list((bench.work / "replayed/inputs/prog.bfs.1").glob("*.test")), "the tests were not kept")
    for words, expected in [
        (["bench", "run"], "no set given"),
        (["bench", "run", "--set", "all", "--subjects", "absent.json"], "make bench-subjects"),
        (["bench", "run", "--set", "nothing", "--subjects", "index.json"], "nothing"),
        (["bench", "run", "--set", "prog,other", "--subjects", "index.json"], "no subject other"),
    ]:
        done = bench.cairn(*words)
        check(done.returncode == 2 and expected in done.stderr, f"{words}: ended with {done.returncode}: {done.stderr}")


def goes_on_with_cells_from_elsewhere(bench):
    """A table made in pieces: what a file of cells holds is not measured again, in whichever directory."""
    def words(out, strategies, runs):
        return ["bench", "run", "--subjects", "index.json", "--set", "tiny", "--runs", runs, "--repeat", "1", "-o", out,
                "--strategies", strategies, "--cells", "cells.jsonl"]
    first = bench.cairn(*words("piece", "bfs", 60))
    check(first.returncode == 0, f"ended with {first.returncode}: {first.stderr}")
    rest = bench.cairn(*words("whole", "bfs,bounded-dfs@1", 60))
    check(rest.returncode == 0 and "1 of 2 cells are there" in rest.stderr, f"cells were not found: {rest.stderr}")
    check(not (bench.work / "whole/cells/prog.bfs.1.json").exists(), "a cell that was there was run again")
    whole, together = [json.loads((bench.work / out / "results.json").read_text())["subjects"][0]["contenders"]
                       for out in ("whole", "replayed")]
    for mine, known in zip(whole, together):
        check(mine["branches"] == known["branches"] and mine["exclusive"] == known["exclusive"],
              f"pieces of {mine['contender']} say something else than the whole: {mine}, {known}")
    check((bench.work / "cells.jsonl").read_text().count("\n") == 2, "not every cell has its line")
    other = bench.cairn(*words("other", "bfs", 61))
    check(other.returncode == 0 and "are there" not in other.stderr, f"a cell of another budget counted: {other.stderr}")
    nowhere = bench.cairn(*words("nowhere", "bfs", 60)[:-1], "absent/cells.jsonl")
    check(nowhere.returncode == 3 and "absent/cells.jsonl" in nowhere.stderr and not (bench.work / "nowhere").exists(),
          f"cells that cannot be written down: ended with {nowhere.returncode}: {nowhere.stderr}")
    with (bench.work / "cells.jsonl").open("a") as cells:
        cells.write("{}\n")
    broken = bench.cairn(*words("broken", "bfs", 60))
    check(broken.returncode == 2 and "line 4 of cells.jsonl" in broken.stderr, f"a line that is no cell: {broken.stderr}")


def depths(bench):
    """A depth of a contender's own goes before the one for all, which is part of the question."""
    words = ["bench", "strategies", "--program", "./prog", "--stdin", "4", "--strategies", "bounded-dfs,bounded-dfs@1,batching:random-path",
             "--runs", "30", "--repeat", "1", "-o", "deep", "--memory", "512", "--depth", "5"]
    done = bench.cairn(*words)
    check(done.returncode == 0, f"ended with {done.returncode}: {done.stderr}")
    branches = {entry["contender"]: entry["branches"]["mean"]
                for entry in json.loads((bench.work / "deep/results.json").read_text())["subjects"][0]["contenders"]}
    passed = json.loads((bench.work / "deep/experiment.json").read_text())["options"]
    check(passed[-2:] == ["--memory", "512"], f"the limit of memory is not passed on: {passed}")
    check(branches["bounded-dfs"] > branches["bounded-dfs@1"], f"the depths are not those that were given: {branches}")
    other = bench.cairn(*words[:-1], "4")
    check(other.returncode == 2 and "--force" in other.stderr, "another depth was mixed into the results")


def misuse(bench):
    for words, expected in [
        (["bench"], "wants one word"),
        (["bench", "nothing"], "not nothing"),
        (["bench", "strategies"], "no program given"),
        (["bench", "strategies", "--program", "./prog", "--strategies", "nothing"], "nothing"),
        (["bench", "strategies", "--program", "./prog", "--strategies", "afl"], "another tool"),
        (["bench", "strategies", "--program", "./prog", "--strategies", "bfs", "--at", "2,3s"], "not \"3s\""),
        (["bench", "strategies", "--program", "./prog", "--strategies", "bfs", "--time", "1s", "--at", "x"], "not \"x\""),
        (["bench", "strategies", "--program", "./absent", "--strategies", "bfs"], "absent"),
        (["bench", "strategies", "--program", "/bin/ls", "--strategies", "bfs,dfs"], "not built with cairn-cc"),
    ]:
        done = bench.cairn(*words)
        check(done.returncode in (2, 3) and expected in done.stderr and done.stderr.count("\n") == 1,
              f"{words}: ended with {done.returncode}: {done.stderr}")
    (bench.work / "mine" / "cells").mkdir(parents=True)
    (bench.work / "mine" / "cells" / "blood").write_text("years")
    for program in ("./prog", "prog.c"):
        for force in ([], ["--force"]):
            done = bench.cairn("bench", "strategies", "--program", program, "--strategies", "bfs", "--runs", "2", "-o", "mine", *force)
            check(done.returncode == 2 and "holds other files (cells)" in done.stderr, f"ended with {done.returncode}: {done.stderr}")
    check([str(p.relative_to(bench.work / "mine")) for p in sorted((bench.work / "mine").rglob("*"))] == ["cells", "cells/blood"],
          "somebody's directory was touched")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it, and so would cairn
    with tempfile.TemporaryDirectory(prefix="cairn-bench-") as work:
        bench = Bench(arguments.build, pathlib.Path(work))
        for test in (tables_and_plots, side_by_side, depths, goes_on_after_an_interruption,
                     a_run_that_somebody_stopped_does_not_count, replays_on_the_gcov_build,
                     goes_on_with_cells_from_elsewhere, misuse):
            test(bench)
            print(f"{test.__name__}: ok")


if __name__ == "__main__":
    main()

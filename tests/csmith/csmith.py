#!/usr/bin/env python3
"""Differential testing with Csmith (docs/architecture.md, D14).

For every program: the instrumented build prints what the plain one prints, without the engine and while recording;
every flip arrives; there are no divergences; pins and losses are rare. A program without 20 symbolic branches checks
too little and is a failure of this driver.

  csmith.py --build build --seed 7        one program, two optimisation levels (what `make test` runs)
  csmith.py --build build --soak          one after another at all levels until Ctrl-C
  csmith.py --build build --soak 500      500 programs, then the totals
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import random
import sys
import threading
from dataclasses import dataclass, field

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "driver"))

from driver import ROOT, Failure, Tools, Workspace, check, execute, replay_plain  # noqa: E402
from driver import summary as read_summary  # noqa: E402
from generate import CSMITH_HEADERS, INPUT_BYTES, generate  # noqa: E402

MINIMUM_BRANCHES = 20
LEVELS = "0123"
TOTALS = ["programs", "builds", "runs", "symbolic branches", "flips tried", "flips arrived", "queries unknown",
          "runs cut short", "pins", "losses", "differences", "divergences", "engine crashes", "skipped seeds"]


@dataclass
class Tally:
    counts: dict = field(default_factory=lambda: dict.fromkeys(TOTALS, 0))
    failures: list = field(default_factory=list)

    def add(self, other):
        for name, count in other.counts.items():
            self.counts[name] += count
        self.failures += other.failures

    def rare(self):
        """Pins and losses, at most 1 per 1000 symbolic branches."""
        return 1000 * (self.counts["pins"] + self.counts["losses"]) <= self.counts["symbolic branches"]

    def __str__(self):
        return "\n".join(f"{name:18} {count}" for name, count in self.counts.items())


class Difference(Failure):
    """The instrumented program behaves differently from the plain one."""


def symbolic_branches(summary):
    """Branches met in all runs when the summary says so, else the branches of the tree: each at least once."""
    return summary.get("symbolic_branches", summary["tree"]["nodes"])


def same_behaviour(plain, instrumented, inputs):
    for data in inputs:
        expected = execute([plain], stdin=data, seconds=5)
        got = execute([instrumented], stdin=data, seconds=20)
        if not expected.same_behaviour(got):
            raise Difference(f"on stdin {data.hex()}: plain {expected.describe()}, instrumented {got.describe()}")


def only_timeouts(out, status):
    """Was a bug reported, and is each a program that did not end? A solved input may do that to any loop of Csmith's."""
    bugs = out / "bugs.json"
    return status == 1 and bugs.exists() and all(b["kind"] == "timeout" for b in json.loads(bugs.read_text()))


def explore(tools, work, level, seed, runs, tally):
    program = tools.compile([work / "program.c"], work / f"program-O{level}", [f"-O{level}", "-w", f"-I{CSMITH_HEADERS}"])
    tally.counts["builds"] += 1
    same_behaviour(work / "plain", program, random_inputs(seed))
    out = work / f"out-O{level}"
    command = [tools.cairn, "run", "-o", out, "--stdin", INPUT_BYTES, "--strategy", "random-branch", "--seed", seed,
               "--runs", runs, "--time", "120s", "--keep-all", "--", program]
    done = execute(command, seconds=240)
    if done.timed_out or done.status != 0 and not only_timeouts(out, done.status):
        tally.counts["engine crashes"] += 1
        raise Failure(f"cairn run ended with {done.status}: {done.stderr.decode(errors='replace')[-1000:]}")
    summary = read_summary(out)
    flips = summary["flips"]
    # A run that was cut short says nothing about its flip.
    cut_short = summary.get("timeouts", 0) + summary.get("full_recordings", 0)
    branches = symbolic_branches(summary)
    for name, count in {"runs": summary["runs"], "symbolic branches": branches, "flips tried": flips["tried"],
                        "flips arrived": flips["arrived"], "queries unknown": summary["solver"]["unknown"],
                        "runs cut short": cut_short, "pins": summary["pins"], "losses": summary["symbolic_loss"],
                        "divergences": summary["divergences"]}.items():
        tally.counts[name] += count
    check(summary["divergences"] == 0, f"{summary['divergences']} divergences")
    check(flips["tried"] <= flips["arrived"] + cut_short,
          f"{flips['tried']} flips tried, {flips['arrived']} arrived, {cut_short} runs cut short")
    check(flips["arrived"] > 0, "no flip arrived")
    # Per run, on average over runs of which some are on an empty input.
    check(2 * branches >= MINIMUM_BRANCHES * summary["runs"], f"{branches} symbolic branches in {summary['runs']} runs")
    try:
        replay_plain(out, work / "plain")
    except Failure as failure:
        raise Difference(str(failure)) from failure
    replayed = tools.replay(out, work / "plain", ["--timeout", "10s"])
    if replayed.status != 0:
        raise Difference(f"cairn replay on the plain build ended with {replayed.status}: "
                         f"{(replayed.stdout + replayed.stderr).decode(errors='replace')[-1000:]}")


def random_inputs(seed):
    generator = random.Random(seed)
    return [bytes(INPUT_BYTES), *(generator.randbytes(INPUT_BYTES) for _ in range(3))]


def one_program(tools, seed, levels, runs, medium=False):
    tally = Tally()
    level = "-"
    try:
        with Workspace(f"csmith-{seed}") as work:
            if not generate(seed, work, random_inputs(seed), medium):
                tally.counts["skipped seeds"] = 1
                return tally
            tally.counts["programs"] = 1
            for level in levels:
                explore(tools, work, level, seed, runs, tally)
    except Difference as difference:
        tally.counts["differences"] += 1
        tally.failures.append(f"seed {seed} -O{level}: {difference}")
    except Failure as failure:
        tally.failures.append(f"seed {seed} -O{level}: {failure}")
    return tally


def two_levels(seed):
    """Two different levels; consecutive seeds go through all pairs."""
    return LEVELS[seed % 4] + LEVELS[(seed + 1 + seed // 4 % 3) % 4]


def soak(tools, programs, first, runs, jobs):
    """Seeds one after another; every failure is printed when it happens, the totals at the end or at Ctrl-C."""
    total, lock, stop = Tally(), threading.Lock(), threading.Event()
    seeds = iter(range(first, sys.maxsize))

    def work():
        while not stop.is_set():
            with lock:
                if programs and total.counts["programs"] >= programs:
                    return
                seed = next(seeds)
            tally = one_program(tools, seed, LEVELS, runs, medium=seed % 2 == 1)
            with lock:
                total.add(tally)
                for failure in tally.failures:
                    print(failure, flush=True)
                if total.counts["programs"] % 10 == 0 and tally.counts["programs"]:
                    c = total.counts
                    print(f"{c['programs']} programs, {c['symbolic branches']} symbolic branches, "
                          f"{c['flips arrived']} of {c['flips tried']} flips arrived, {len(total.failures)} failures",
                          flush=True)

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        workers = [pool.submit(work) for _ in range(jobs)]
        try:
            for worker in workers:
                worker.result()
        except KeyboardInterrupt:
            stop.set()
    print(total)
    if not total.rare():
        print("pins and losses are more than 1 per 1000 symbolic branches")
    return 0 if total.rare() and not total.failures else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=ROOT / "build")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--levels", help="optimisation levels; by default two chosen by the seed")
    parser.add_argument("--runs", type=int, default=15, help="runs of each exploration")
    parser.add_argument("--soak", nargs="?", type=int, const=0, help="that many programs; no number: until Ctrl-C")
    parser.add_argument("--first", type=int, default=1000, help="first seed of a soak")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    arguments = parser.parse_args()
    tools = Tools(arguments.build)
    if arguments.soak is not None:
        return soak(tools, arguments.soak, arguments.first, arguments.runs, arguments.jobs)
    if arguments.seed is None:
        parser.error("--seed or --soak is needed")
    levels = arguments.levels or two_levels(arguments.seed)
    tally = one_program(tools, arguments.seed, levels, arguments.runs)
    print(tally)
    for failure in tally.failures:
        print(failure)
    if tally.counts["skipped seeds"]:
        print(f"seed {arguments.seed} gives no usable program")
        return 1
    return 1 if tally.failures else 0


if __name__ == "__main__":
    sys.exit(main())

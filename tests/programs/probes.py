#!/usr/bin/env python3
"""Small programs with guarded lines, explored at every optimisation level (tests/programs/probes, tests/regress).

A probe is a C or C++ file that prints "REACHED n" where reached(n) stands. Replaying its tests on a plain build must print every
marker and nothing else. Its comments may say more:

  // expect: stdin N       standard input is symbolic, up to N bytes
  // expect: loss          symbolic data is lost, and reported; without this line none may be
  // expect: bugs N        so many bugs are found
  // expect: paths N       so many paths, at every level
  // expect: branches C T  so many sides are covered, of so many, at every level
  // expect: lines C T     and so many lines
  // expect: runs N        it is too large to be explored: only so many runs
  // expect: options O...  for the recording compiler
  // FAULT                 behind a statement: a bug is shown on this line

  probes.py --build build                                    all of them
  probes.py --build build probes/rotate.c --levels 02
"""

import argparse
import json
import pathlib
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "driver"))

from driver import (ROOT, Failure, Tools, Workspace, check, compile_plain, execute, replay_plain,  # noqa: E402
                    tests_of)

PROBES = ROOT / "tests" / "programs" / "probes"


def expectations(text):
    return {words[0]: words[1:] for words in (line.split() for line in re.findall(r"^// expect: (.*)$", text, re.M))}


def probe(tools, source, level, plain):
    text = source.read_text()
    expect = expectations(text)
    bugs = int(expect.get("bugs", ["0"])[0])
    with Workspace(source.stem) as work:
        cplusplus = source.suffix == ".cpp"
        program = tools.compile([source], work / "program", [f"-O{level}", "-g", f"-I{PROBES}", *expect.get("options", [])],
                                cplusplus=cplusplus)
        alone = execute([program])
        check(alone.same_behaviour(execute([plain])), f"without the engine: {alone.describe()}")

        options = ["--strategy", "bounded-dfs", "--time", "60s", "--keep-all"]
        if "stdin" in expect:
            options += ["--stdin", expect["stdin"][0]]
        if "runs" in expect:
            options += ["--runs", expect["runs"][0]]
        summary = tools.run(work / "out", program, options, expect=(1 if bugs else 0,))
        check(summary["divergences"] == 0, f"{summary['divergences']} divergences")
        check(summary["corrupted_recordings"] == 0, f"{summary['corrupted_recordings']} recordings make no sense")
        flips = summary["flips"]
        check(flips["tried"] == flips["arrived"], f"{flips['tried']} flips tried, {flips['arrived']} arrived")
        if "runs" not in expect:
            check(flips["tried"] > 0, "no flip was tried")
            check(summary["elapsed_seconds"] < 60, "the search did not stop by itself")
        check(summary["bugs"] == bugs, f"{summary['bugs']} bugs instead of {bugs}")
        check((summary["symbolic_loss"] > 0) == ("loss" in expect), f"{summary['symbolic_loss']} losses")
        shown = {bug["line"] for bug in json.loads((work / "out" / "bugs.json").read_text())} if bugs else set()
        for number, line in enumerate(text.splitlines(), 1):
            check(not line.endswith("// FAULT") or number in shown, f"no bug is shown on line {number}, only on {shown}")
        if "paths" in expect:
            check(summary["paths"] == int(expect["paths"][0]), f"{summary['paths']} paths")

        for what in ("branches", "lines"):
            found = summary[what]
            check(what not in expect or [found["covered"], found["total"]] == [int(n) for n in expect[what]],
                  f"{found['covered']} of {found['total']} {what}")

        outputs = replay_plain(work / "out", plain)
        check(outputs, f"no tests were kept: {len(tests_of(work / 'out'))}")
        lines = set(b"".join(o.stdout for o in outputs).decode().splitlines())
        wanted = {f"REACHED {n}" for n in re.findall(r"reached\((\d+)\)", text)}
        check(lines >= wanted, f"not reached: {', '.join(sorted(wanted - lines))}")
        check(lines <= wanted, f"printed: {', '.join(sorted(lines - wanted))}")


def probe_at(tools, source, levels):
    failures = 0
    with Workspace(f"{source.stem}-plain") as work:
        compiler = "clang++-19" if source.suffix == ".cpp" else "clang-19"
        plain = compile_plain([compiler], [source], work / "plain", ["-O1", f"-I{PROBES}"])
        for level in levels:
            try:
                probe(tools, source, level, plain)
                print(f"{source.stem} -O{level}: ok", flush=True)
            except Failure as failure:
                failures += 1
                print(f"{source.stem} -O{level}: {failure}", flush=True)
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=ROOT / "build")
    parser.add_argument("--levels", default="0123")
    parser.add_argument("source", type=pathlib.Path, nargs="*")
    arguments = parser.parse_args()
    tools = Tools(arguments.build)
    regress = ROOT / "tests" / "regress"
    everything = [path for folder in (PROBES, regress) for path in sorted(folder.glob("*.c*"))]
    failures = sum(probe_at(tools, source.resolve(), arguments.levels) for source in arguments.source or everything)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

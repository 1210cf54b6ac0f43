#!/usr/bin/env python3
"""Conditions over floating-point numbers: how many are solved, and that none is called infeasible.

  floats.py --build build [--seconds 10] [--least N] [c01 c02 ...]

A condition is solved when `cairn unit` writes a case in which the function returns 1: the case was run on a plain build.
"""

import argparse
import json
import pathlib
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "driver"))

from driver import ROOT, Workspace, check, execute, exit_with  # noqa: E402

IMPOSSIBLE = "c29"
SOURCE = ROOT / "tests" / "floats" / "conditions.c"


def conditions():
    return re.findall(r"^int (c\d\d)\(", SOURCE.read_text(), re.M)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--least", type=int, help="how many are to be solved; all if not given")
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    names = arguments.names or conditions()
    with Workspace("floats") as work:
        functions = [word for name in names for word in ("--function", name)]
        result = execute([arguments.build.resolve() / "bin" / "cairn", "unit", SOURCE, *functions, "--time", f"{arguments.seconds}s",
                          "-o", work / "out"], seconds=60 + len(names) * (arguments.seconds + 30))
        check(result.status in (0, 1), f"cairn unit ended with {result.status}: {result.stderr.decode(errors='replace')[-400:]}")
        text = (work / "out" / "test_conditions.c").read_text()
        solved, unsolved = [], []
        for name in names:
            region = text[text.index(f"/* cairn: begin {name} */"):text.index(f"/* cairn: end {name} */")]
            (solved if "CAIRN_EQUAL(cairn_result, 1)" in region else unsolved).append(name)
        # Each condition but one can hold. A run that explored everything, lost nothing and left nothing unknown says that it cannot.
        report = {f["function"]: f for f in json.loads((work / "out" / "unit.json").read_text())["functions"]}
        wrong = []
        for name in set(unsolved) - {IMPOSSIBLE}:
            tree = json.loads((work / "out" / "runs" / name / "summary.json").read_text())["tree"]
            if report[name]["explored"] and report[name]["symbolic_loss"] == 0 and tree["unknown"] == 0 and tree["open"] == 0:
                wrong.append(name)
        print(f"{len(solved)} of {len(names)} solved; not solved: {' '.join(unsolved) or 'none'}")
        check(not wrong, f"called infeasible, and are not: {' '.join(wrong)}")
        check(len(solved) >= (arguments.least if arguments.least is not None else len(names)), "too few are solved")


if __name__ == "__main__":
    exit_with(main)

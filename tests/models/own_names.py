#!/usr/bin/env python3
"""A program's own function is called, whatever the library's functions are called: not the model of the one it is named like."""

import argparse
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "driver"))

from driver import ROOT, Failure, Tools, Workspace, check, compile_plain, execute, replay_plain  # noqa: E402

SOURCES = sorted((ROOT / "tests" / "models" / "own_names").glob("*.c"))


def explore(tools, level):
    with Workspace("own_names") as work:
        plain = compile_plain(["clang-19"], SOURCES, work / "plain", ["-O1"])
        program = tools.compile(SOURCES, work / "program", [f"-O{level}", "-g"])
        alone = execute([program])
        check(alone.same_behaviour(execute([plain])), f"without the engine: {alone.describe()}")
        summary = tools.run(work / "out", program, ["--strategy", "bounded-dfs", "--time", "60s", "--keep-all"])
        check(summary["divergences"] == 0, f"{summary['divergences']} divergences")
        outputs = replay_plain(work / "out", plain)
        check(any(b"REACHED" in o.stdout for o in outputs), "the line behind the program's own function was not reached")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default=ROOT / "build")
    arguments = parser.parse_args()
    for level in "02":
        try:
            explore(Tools(arguments.build), level)
            print(f"own_names -O{level}: ok")
        except Failure as failure:
            print(f"own_names -O{level}: {failure}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""cairn run --memory: an exploration that would take more stays below the limit and goes on to the end of its budget."""

import argparse
import json
import pathlib
import subprocess
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "driver"))

from driver import ROOT, Failure, Tools, Workspace, check, execute  # noqa: E402

RUNS = 3000
LIMIT = 40  # MB


def peak(process):
    """The most memory the process has had so far, in MB, as the kernel counts it; 0 when it is gone."""
    try:
        status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    except OSError:
        return 0
    lines = [line for line in status.splitlines() if line.startswith("VmHWM:")]
    return int(lines[0].split()[1]) / 1024 if lines else 0


def explore(tools, out, program, options):
    """The summary of a run, and the most memory it was seen to have."""
    process = subprocess.Popen([tools.cairn, "run", "-o", out, "--stdin", "160", "--strategy", "random-path", "--runs", str(RUNS),
                                *options, "--", program], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    most = 0
    while process.poll() is None:
        most = max(most, peak(process))
        time.sleep(0.01)
    said = process.stderr.read().decode(errors="replace")
    check(process.returncode == 0, f"cairn run ended with {process.returncode}: {said[-500:]}")
    return json.loads((out / "summary.json").read_text()), most


def limits(tools, work):
    program = tools.compile([ROOT / "tests/memory/wide.c"], work / "wide", ["-O1"])
    free, unlimited = explore(tools, work / "free", program, [])
    check(unlimited > 1.5 * LIMIT, f"without a limit it takes {unlimited:.0f} MB only: no test of one of {LIMIT} MB")
    held, most = explore(tools, work / "held", program, ["--memory", str(LIMIT)])
    print(f"{RUNS} runs: {unlimited:.0f} MB without a limit, {most:.0f} MB with one of {LIMIT}; the tree was emptied "
          f"{held['tree']['evictions']} times, {held['tree']['rebuilt']} runs brought paths back")
    check(most < LIMIT, f"{most:.0f} MB with --memory {LIMIT}")
    check(held["memory_peak_bytes"] < LIMIT << 20, f"the summary says {held['memory_peak_bytes'] >> 20} MB")
    check(held["tree"]["evictions"] > 0, "nothing was dropped")
    check(held["runs"] == RUNS and held["divergences"] == 0, f"{held['runs']} runs, {held['divergences']} divergences")
    check(held["branches"]["covered"] >= free["branches"]["covered"],
          f"{held['branches']['covered']} branches with the limit, {free['branches']['covered']} without")
    done = execute([tools.cairn, "resume", "--runs", "100", work / "held"])
    check(done.status == 0, f"cairn resume: {done.stderr.decode()}")
    resumed = json.loads((work / "held" / "summary.json").read_text())
    check(resumed["runs"] == RUNS + 100 and resumed["memory_peak_bytes"] < LIMIT << 20,
          f"resumed: {resumed['runs']} runs, {resumed['memory_peak_bytes'] >> 20} MB")
    little = execute([tools.cairn, "run", "-o", work / "little", "--memory", "1", "--", program])
    check(little.status == 2 and b"--memory" in little.stderr, f"--memory 1: {little.status} {little.stderr.decode()}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default=ROOT / "build")
    arguments = parser.parse_args()
    try:
        with Workspace("memory") as work:
            limits(Tools(arguments.build), work)
    except Failure as failure:
        print(failure)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
